package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.store.Table;
import org.junit.jupiter.api.Test;

/** The number of writes per message, apart from those that the messages of a commit share. */
final class WriteCountTest {
  private static final int MESSAGES = 1_000;

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_message_delivered_at_its_first_attempt_costs_seven_writes() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.reset();
    fixture.postMany(MESSAGES);
    fixture.succeedAll();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(MESSAGES);
    long shared = fixture.counted.writes(Table.ENDPOINT) + fixture.counted.writes(Table.META);
    assertThat(fixture.counted.writes() - shared).isLessThanOrEqualTo(7L * MESSAGES);
  }

  @Test
  void an_endpoint_is_written_once_for_all_messages_of_a_turn() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.reset();
    fixture.postMany(MESSAGES); // one call, one turn
    assertThat(fixture.counted.writes(Table.ENDPOINT)).isEqualTo(1);
    assertThat(fixture.counted.writes(Table.META)).isEqualTo(1);
  }

  @Test
  void a_further_subscription_costs_five_writes_more() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(ShardFixture.URL, "*", "*");
    fixture.counted.reset();
    fixture.postMany(MESSAGES);
    fixture.succeedAll();
    long shared = fixture.counted.writes(Table.ENDPOINT) + fixture.counted.writes(Table.META);
    assertThat(fixture.counted.writes() - shared).isLessThanOrEqualTo((7L + 5) * MESSAGES);
  }

  @Test
  void a_turn_without_news_writes_the_clock_alone() {
    fixture.subscribe(ShardFixture.URL);
    fixture.settle();
    fixture.counted.reset();
    fixture.step();
    assertThat(fixture.counted.writes()).isEqualTo(1);
  }
}
