package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.shard.lane.LaneQueue;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Rendering;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The limits on requests and bodies in flight are shared: of a customer's waiting endpoints the one
 * with the fewest in flight comes first.
 */
final class SharedLimitsTest {
  private static final String A = "https://a.example/";
  private static final String B = "https://b.example/";
  private static final String C = "https://c.example/";

  @Test
  void no_more_than_the_total_of_requests_is_in_flight_and_each_outcome_frees_capacity() {
    ShardFixture fixture = withLimits(2, 1 << 20);
    subscribe(fixture, A, "A");
    subscribe(fixture, B, "B");
    post(fixture, "A", "A", "B", "B");
    assertThat(fixture.inFlight).hasSize(2);
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(2);
    fixture.succeed();
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(1);
    fixture.succeed();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void free_capacity_goes_to_the_waiting_endpoint_with_the_fewest_in_flight() {
    ShardFixture fixture = withLimits(4, 1 << 20);
    subscribe(fixture, A, "A");
    subscribe(fixture, B, "B");
    subscribe(fixture, C, "C");
    post(fixture, "A", "A", "A", "A", "A");
    post(fixture, "B", "B", "B");
    post(fixture, "C", "C");
    assertThat(counts(fixture)).containsExactly(3L, 1L, 0L);

    fixture.succeed(); // one of A's
    assertThat(counts(fixture)).containsExactly(2L, 1L, 1L);
    fixture.succeed(); // and another: B and C have one each, and B waits longer
    assertThat(counts(fixture)).containsExactly(1L, 2L, 1L);
    fixture.succeed(); // A's last one: with none in flight it is the next itself
    assertThat(counts(fixture)).containsExactly(1L, 2L, 1L);
  }

  @Test
  void no_more_than_the_total_of_bytes_is_in_flight() {
    long weight = weightOf(1_000);
    ShardFixture fixture = withLimits(100, 2 * weight);
    subscribe(fixture, A, "TASK");
    postSized(fixture, 1_000);
    postSized(fixture, 1_000);
    postSized(fixture, 1_000);
    assertThat(fixture.inFlight).hasSize(2);
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(2);

    ShardFixture tight = withLimits(100, 2 * weight - 1);
    subscribe(tight, A, "TASK");
    postSized(tight, 1_000);
    postSized(tight, 1_000);
    assertThat(tight.inFlight).hasSize(1);
  }

  @Test
  void a_budget_of_requests_counts_from_the_turn_with_which_it_comes() {
    ShardFixture fixture = withLimits(2, 1 << 20);
    subscribe(fixture, A, "A");
    subscribe(fixture, B, "B");
    post(fixture, "A", "A", "A", "B", "B");
    assertThat(fixture.inFlight).hasSize(2);

    fixture.budget = new InFlightBudget(4, 1 << 20, 100);
    fixture.turn(List.of());
    assertThat(fixture.inFlight).hasSize(4);

    fixture.budget = new InFlightBudget(1, 1 << 20, 100);
    fixture.succeed();
    fixture.succeed();
    assertThat(fixture.inFlight).as("no more until one is left").hasSize(2);
    fixture.succeed();
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void a_budget_of_bytes_counts_from_the_turn_with_which_it_comes() {
    long weight = weightOf(1_000);
    ShardFixture fixture = withLimits(100, weight);
    subscribe(fixture, A, "TASK");
    postSized(fixture, 1_000);
    postSized(fixture, 1_000);
    postSized(fixture, 1_000);
    assertThat(fixture.inFlight).hasSize(1);

    fixture.budget = new InFlightBudget(100, 3 * weight, 100);
    fixture.turn(List.of());
    assertThat(fixture.inFlight).hasSize(3);
  }

  @Test
  void a_body_larger_than_the_total_goes_alone() {
    ShardFixture fixture = withLimits(100, 2_000);
    subscribe(fixture, A, "TASK");
    postSized(fixture, 10);
    postSized(fixture, 100_000);
    postSized(fixture, 10);
    assertThat(fixture.inFlight).hasSize(1);
    fixture.succeed();
    assertThat(ShardFixture.newState(fixture.sent().event())).hasSizeGreaterThan(100_000);
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(1);
    fixture.succeed();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void hundreds_of_tarpits_leave_the_quick_ones_as_they_were() {
    ShardFixture fixture = ShardFixture.withDefaults();
    for (int i = 0; i < 300; i++) {
      subscribe(fixture, "https://tar" + i + ".example/", "T" + i);
      post(fixture, "T" + i, "T" + i, "T" + i, "T" + i, "T" + i);
    }
    assertThat(fixture.inFlight).hasSize(900);
    fixture.inFlight.clear(); // they never respond
    subscribe(fixture, A, "A");
    for (int i = 0; i < 20; i++) {
      post(fixture, "A");
      assertThat(fixture.sent().target().url().text()).isEqualTo(A);
      fixture.succeed();
    }
  }

  @Test
  void a_backlog_of_100_000_delays_no_other_endpoint_and_costs_neither_time_nor_memory() {
    ShardFixture fixture = ShardFixture.withDefaults();
    subscribe(fixture, A, "TASK");
    subscribe(fixture, B, "B");
    fixture.postMany(100_000);
    assertThat(fixture.inFlight).hasSize(3);
    fixture.counted.reset();

    post(fixture, "B"); // one turn

    assertThat(fixture.inFlight.getLast().target().url().text()).isEqualTo(B);
    assertThat(fixture.counted.reads()).isLessThan(20);
    assertThat(fixture.counted.writes()).isLessThan(20);

    fixture.counted.reset();
    for (int i = 0; i < 1_000; i++) {
      fixture.succeed();
    }
    assertThat(fixture.counted.reads()).isLessThan(4 * 1_000);
    assertThat(fixture.counted.writes()).isLessThan(7 * 1_000);
    assertThat(fixture.endpoint(A).waiting(Lane.FIRST))
        .isEqualTo(99_001); // one of the responses was B's
    assertThat(drain(fixture.endpoint(A).queue(Lane.FIRST)))
        .isPositive()
        .isLessThanOrEqualTo(LaneQueue.READ_AHEAD + LaneMemory.MOST / 3);
  }

  /** Takes out all that a lane has in memory. */
  private static int drain(LaneQueue queue) {
    int inMemory = 0;
    for (LaneEntry entry = queue.first(); entry != null; entry = queue.first()) {
      queue.take(entry.position());
      inMemory++;
    }
    return inMemory;
  }

  private static ShardFixture withLimits(int requests, long bytes) {
    return new ShardFixture(
        Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withInFlight(requests, 32, bytes)));
  }

  private static void subscribe(ShardFixture fixture, String url, String objCode) {
    fixture.subscribe(url, objCode, "UPDATE");
  }

  private static void post(ShardFixture fixture, String... objCodes) {
    for (String code : objCodes) {
      String id = "e" + fixture.nextRequest();
      fixture.post(fixture.event(ShardFixture.CUSTOMER, id, code, "UPDATE", null));
    }
  }

  private static void postSized(ShardFixture fixture, int size) {
    fixture.post(
        fixture.event("e" + fixture.nextRequest(), "{\"a\":\"" + "x".repeat(size) + "\"}"));
  }

  private static int weightOf(int size) {
    ShardFixture fixture = ShardFixture.withDefaults();
    fixture.subscribe(A);
    var key = fixture.post(fixture.event("e", "{\"a\":\"" + "x".repeat(size) + "\"}"));
    return fixture.stored(key).weight(Rendering.DEFAULT);
  }

  private static List<Long> counts(ShardFixture fixture) {
    return List.of(A, B, C).stream()
        .map(
            url ->
                fixture.inFlight.stream()
                    .filter(send -> send.target().url().text().equals(url))
                    .count())
        .toList();
  }
}
