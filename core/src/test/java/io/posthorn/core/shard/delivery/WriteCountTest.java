package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.store.Table;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The number of writes per message, apart from those that the messages of a commit share. */
final class WriteCountTest {
  private static final int MESSAGES = 1_000;

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_message_delivered_in_the_turn_that_accepted_it_costs_four_writes() {
    fixture.subscribe(ShardFixture.URL);
    deliver(1);
    fixture.counted.reset();
    for (int i = 0; i < MESSAGES; i++) {
      deliver(1);
    }
    assertThat(fixture.counted.writes(Table.LANE)).isZero();
    assertThat(fixture.counted.writes() - shared()).isEqualTo(4L * MESSAGES);
  }

  @Test
  void the_messages_of_a_turn_share_one_entry_while_in_flight() {
    fixture.subscribe(ShardFixture.URL);
    deliver(1);
    fixture.counted.reset();
    deliver(3);
    assertThat(fixture.counted.writes(Table.FLIGHTS)).isEqualTo(2); // added and removed
  }

  @Test
  void messages_that_wait_in_memory_cost_no_more() {
    fixture.subscribe(ShardFixture.URL);
    deliver(1);
    fixture.counted.reset();
    deliver(MESSAGES); // more than may be in flight
    assertThat(fixture.counted.writes(Table.LANE)).isZero();
    assertThat(fixture.counted.writes() - shared()).isEqualTo(4L * MESSAGES);
  }

  @Test
  void a_message_that_waits_behind_many_others_costs_two_writes_more() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.reset();
    fixture.postMany(LaneMemory.MOST);
    fixture.succeedAll();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(LaneMemory.MOST);
    assertThat(fixture.counted.writes(Table.LANE)).isPositive();
    assertThat(fixture.counted.writes() - shared()).isLessThanOrEqualTo((4L + 2) * LaneMemory.MOST);
  }

  private void deliver(int messages) {
    fixture.postMany(messages);
    fixture.succeedAll();
  }

  /** The writes that the messages of a commit share. */
  private long shared() {
    return fixture.counted.writes(Table.ENDPOINT_STATE)
        + fixture.counted.writes(Table.META)
        + fixture.counted.writes(Table.FLIGHTS);
  }

  @Test
  void an_endpoint_is_written_once_for_all_messages_of_a_turn() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.reset();
    fixture.postMany(MESSAGES); // one call, one turn
    assertThat(fixture.counted.writes(Table.ENDPOINT_STATE)).isEqualTo(1);
    assertThat(fixture.counted.writes(Table.META)).isEqualTo(1);
  }

  @Test
  void an_endpoints_settings_and_the_past_of_its_circuit_are_written_when_they_change() {
    fixture.subscribe(ShardFixture.URL);
    deliver(1);
    fixture.counted.reset();
    deliver(10);
    assertThat(fixture.counted.writes(Table.ENDPOINT)).isZero();

    fixture.configure(ShardFixture.URL, 5, 100);
    assertThat(fixture.counted.writes(Table.ENDPOINT)).isEqualTo(1);
    fixture.pass(Duration.ofHours(1));
    deliver(10); // in the next bucket of the window
    assertThat(fixture.counted.writes(Table.ENDPOINT)).isEqualTo(2);
  }

  @Test
  void the_state_of_a_busy_endpoint_is_small() {
    fixture.subscribe(ShardFixture.URL);
    for (int hour = 0; hour < 100; hour++) {
      deliver(50);
      fixture.pass(Duration.ofHours(1));
    }
    fixture.post();
    assertThat(fixture.endpoint(ShardFixture.URL).encodeState()).hasSizeLessThan(100);
  }

  @Test
  void a_further_subscription_costs_four_writes_more() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(ShardFixture.URL, "*", "*");
    fixture.counted.reset();
    fixture.postMany(MESSAGES);
    fixture.succeedAll();
    assertThat(fixture.counted.writes() - shared()).isLessThanOrEqualTo((6L + 4) * MESSAGES);
  }

  @Test
  void a_turn_without_changes_writes_only_the_clock() {
    fixture.subscribe(ShardFixture.URL);
    fixture.settle();
    fixture.counted.reset();
    fixture.step();
    assertThat(fixture.counted.writes()).isEqualTo(1);
  }
}
