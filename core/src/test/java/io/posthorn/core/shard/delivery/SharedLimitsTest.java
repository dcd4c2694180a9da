package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.state.LaneQueue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The total of requests and of bodies is shared: a free place goes to who has the fewest. */
final class SharedLimitsTest {
  private static final String A = "https://a.example/";
  private static final String B = "https://b.example/";
  private static final String C = "https://c.example/";

  @Test
  void no_more_than_the_total_of_requests_is_in_flight_and_each_outcome_makes_room() {
    ShardFixture stage = withLimits(2, 1 << 20);
    subscribe(stage, A, "A");
    subscribe(stage, B, "B");
    post(stage, "A", "A", "B", "B");
    assertThat(stage.onTheWay).hasSize(2);
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(2);
    stage.succeed();
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(1);
    stage.succeed();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_free_place_goes_to_the_waiting_endpoint_with_the_fewest_in_flight() {
    ShardFixture stage = withLimits(4, 1 << 20);
    subscribe(stage, A, "A");
    subscribe(stage, B, "B");
    subscribe(stage, C, "C");
    post(stage, "A", "A", "A", "A", "A");
    post(stage, "B", "B", "B");
    post(stage, "C", "C");
    assertThat(counts(stage)).containsExactly(3L, 1L, 0L);

    stage.succeed(); // one of A's
    assertThat(counts(stage)).containsExactly(2L, 1L, 1L);
    stage.succeed(); // and another: B and C have one each, and B waits longer
    assertThat(counts(stage)).containsExactly(1L, 2L, 1L);
    stage.succeed(); // A's last one: with none in flight it is the next itself
    assertThat(counts(stage)).containsExactly(1L, 2L, 1L);
  }

  @Test
  void no_more_than_the_total_of_bytes_is_in_flight() {
    long weight = weightOf(1_000);
    ShardFixture stage = withLimits(100, 2 * weight);
    subscribe(stage, A, "TASK");
    postSized(stage, 1_000);
    postSized(stage, 1_000);
    postSized(stage, 1_000);
    assertThat(stage.onTheWay).hasSize(2);
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(2);

    ShardFixture tight = withLimits(100, 2 * weight - 1);
    subscribe(tight, A, "TASK");
    postSized(tight, 1_000);
    postSized(tight, 1_000);
    assertThat(tight.onTheWay).hasSize(1);
  }

  @Test
  void a_body_larger_than_the_total_goes_alone() {
    ShardFixture stage = withLimits(100, 2_000);
    subscribe(stage, A, "TASK");
    postSized(stage, 10);
    postSized(stage, 100_000);
    postSized(stage, 10);
    assertThat(stage.onTheWay).hasSize(1);
    stage.succeed();
    assertThat(ShardFixture.newState(stage.sent().event())).hasSizeGreaterThan(100_000);
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(1);
    stage.succeed();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void hundreds_of_tarpits_leave_the_quick_ones_as_they_were() {
    ShardFixture stage = ShardFixture.withDefaults();
    for (int i = 0; i < 300; i++) {
      subscribe(stage, "https://tar.example/" + i, "T" + i);
      post(stage, "T" + i, "T" + i, "T" + i, "T" + i, "T" + i);
    }
    assertThat(stage.onTheWay).hasSize(900);
    stage.onTheWay.clear(); // they never answer
    subscribe(stage, A, "A");
    for (int i = 0; i < 20; i++) {
      post(stage, "A");
      assertThat(stage.sent().target().url().text()).isEqualTo(A);
      stage.succeed();
    }
  }

  @Test
  void a_backlog_of_100_000_delays_nobody_else_and_costs_neither_time_nor_memory() {
    ShardFixture stage = ShardFixture.withDefaults();
    subscribe(stage, A, "TASK");
    subscribe(stage, B, "B");
    stage.postMany(100_000);
    assertThat(stage.onTheWay).hasSize(3);
    stage.counted.reset();

    post(stage, "B"); // one turn

    assertThat(stage.onTheWay.getLast().target().url().text()).isEqualTo(B);
    assertThat(stage.counted.reads()).isLessThan(20);
    assertThat(stage.counted.writes()).isLessThan(20);

    stage.counted.reset();
    for (int i = 0; i < 1_000; i++) {
      stage.succeed();
    }
    assertThat(stage.counted.reads()).isLessThan(4 * 1_000);
    assertThat(stage.counted.writes()).isLessThan(7 * 1_000);
    assertThat(stage.endpoint(A).waiting(Lane.FIRST))
        .isEqualTo(99_001); // one of the answers was B's
    assertThat(drain(stage.endpoint(A).queue(Lane.FIRST)))
        .isPositive()
        .isLessThanOrEqualTo(LaneQueue.READ_AHEAD);
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

  private static void subscribe(ShardFixture stage, String url, String objCode) {
    stage.subscribe(url, objCode, "UPDATE");
  }

  private static void post(ShardFixture stage, String... objCodes) {
    for (String code : objCodes) {
      String id = "e" + stage.nextRequest();
      stage.post(stage.event(ShardFixture.CUSTOMER, id, code, "UPDATE", null));
    }
  }

  private static void postSized(ShardFixture stage, int size) {
    stage.post(stage.event("e" + stage.nextRequest(), "{\"a\":\"" + "x".repeat(size) + "\"}"));
  }

  private static int weightOf(int size) {
    ShardFixture stage = ShardFixture.withDefaults();
    stage.subscribe(A);
    var key = stage.post(stage.event("e", "{\"a\":\"" + "x".repeat(size) + "\"}"));
    return stage.stored(key).weight();
  }

  private static List<Long> counts(ShardFixture stage) {
    return List.of(A, B, C).stream()
        .map(
            url ->
                stage.onTheWay.stream()
                    .filter(send -> send.target().url().text().equals(url))
                    .count())
        .toList();
  }
}
