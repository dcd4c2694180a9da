package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person set for an endpoint: requests in a second, and in flight. */
final class MaxPerSecondTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1_000, 3_000, 5_000})
  void never_more_than_maxPerSecond_start_in_any_second_and_nearly_as_many_do(int limit) {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 0, limit);
    stage.postMany(2 * limit + 10);
    List<Long> starts = new ArrayList<>();

    run(Duration.ofMillis(1_999), starts);

    assertWindows(starts, limit);
    assertThat(starts.size()).isBetween(2 * limit - limit / 100, 2 * limit);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1_000, 5_000})
  void there_is_no_burst_after_idling(int limit) {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 0, limit);
    List<Long> starts = new ArrayList<>();
    stage.post();
    run(Duration.ofSeconds(30), starts);
    assertThat(starts).hasSize(1);
    starts.clear();
    stage.postMany(limit + 10);

    run(Duration.ofMillis(999), starts);

    assertWindows(starts, limit);
    long firstMoment = starts.getFirst();
    assertThat(starts.stream().filter(at -> at == firstMoment).count())
        .isEqualTo(Math.max(1, limit / 1_000));
  }

  @Test
  void without_maxPerSecond_only_the_places_limit() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(500);
    List<Long> starts = new ArrayList<>();
    run(Duration.ZERO, starts);
    assertThat(starts).hasSize(500);
  }

  @Test
  void a_new_limit_holds_from_the_next_start() {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 0, 1);
    stage.postMany(10);
    stage.succeed();
    stage.pass(Duration.ofMillis(999));
    assertThat(stage.onTheWay).isEmpty();
    stage.pass(Duration.ofMillis(1));
    assertThat(stage.onTheWay).hasSize(1);
    stage.configure(ShardFixture.URL, 0, 0);
    assertThat(stage.onTheWay).hasSizeGreaterThan(1);
  }

  @Test
  void maxInFlight_limits_an_endpoint_below_its_allowance() {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 2, 0);
    stage.postMany(20);
    assertThat(stage.onTheWay).hasSize(1); // the other of its two places is for retries
    for (int i = 0; i < 10; i++) {
      stage.succeed();
    }
    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE))
        .isEqualTo(2);
  }

  @Test
  void maxInFlight_cannot_raise_the_general_limit() {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 1_000, 0);
    stage.postMany(200);
    for (int i = 0; i < 100; i++) {
      stage.succeed();
    }
    assertThat(stage.onTheWay).hasSize(24);
    assertThat(stage.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE))
        .isEqualTo(32);
  }

  /** Answers everything at once for some time, and notes when each request started. */
  private void run(Duration time, List<Long> starts) {
    long end = stage.now() + time.toMillis();
    while (true) {
      while (!stage.onTheWay.isEmpty()) {
        starts.add(stage.succeed().startedAt());
      }
      long next = Math.max(stage.now() + 1, ShardFixture.START + stage.wakeAt());
      if (next > end) {
        stage.pass(Duration.ofMillis(end - stage.now()));
        return;
      }
      stage.pass(Duration.ofMillis(next - stage.now()));
    }
  }

  private static void assertWindows(List<Long> starts, int limit) {
    for (int i = 0; i + limit < starts.size(); i++) {
      assertThat(starts.get(i + limit) - starts.get(i))
          .as("from start %d to start %d", i, i + limit)
          .isGreaterThanOrEqualTo(1_000);
    }
  }
}
