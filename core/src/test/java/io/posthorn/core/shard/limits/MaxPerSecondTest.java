package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configured limits of an endpoint: requests per second and in flight. */
final class MaxPerSecondTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1_000, 3_000, 5_000})
  void never_more_than_maxPerSecond_start_in_any_second_and_nearly_as_many_do(int limit) {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 0, limit);
    fixture.postMany(2 * limit + 10);
    List<Long> starts = new ArrayList<>();

    run(Duration.ofMillis(1_999), starts);

    assertWindows(starts, limit);
    assertThat(starts.size()).isBetween(2 * limit - limit / 100, 2 * limit);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1_000, 5_000})
  void there_is_no_burst_after_idling(int limit) {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 0, limit);
    List<Long> starts = new ArrayList<>();
    fixture.post();
    run(Duration.ofSeconds(30), starts);
    assertThat(starts).hasSize(1);
    starts.clear();
    fixture.postMany(limit + 10);

    run(Duration.ofMillis(999), starts);

    assertWindows(starts, limit);
    long firstTime = starts.getFirst();
    assertThat(starts.stream().filter(at -> at == firstTime).count())
        .isEqualTo(Math.max(1, limit / 1_000));
  }

  @Test
  void without_maxPerSecond_only_the_in_flight_limit_applies() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(500);
    List<Long> starts = new ArrayList<>();
    run(Duration.ZERO, starts);
    assertThat(starts).hasSize(500);
  }

  @Test
  void a_new_limit_holds_from_the_next_start() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 0, 1);
    fixture.postMany(10);
    fixture.succeed();
    fixture.pass(Duration.ofMillis(999));
    assertThat(fixture.inFlight).isEmpty();
    fixture.pass(Duration.ofMillis(1));
    assertThat(fixture.inFlight).hasSize(1);
    fixture.configure(ShardFixture.URL, 0, 0);
    assertThat(fixture.inFlight).hasSizeGreaterThan(1);
  }

  @Test
  void maxInFlight_caps_the_in_flight_limit() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 2, 0);
    fixture.postMany(20);
    assertThat(fixture.inFlight).hasSize(1); // the other half of its limit of 2 is for retries
    for (int i = 0; i < 10; i++) {
      fixture.succeed();
    }
    assertThat(fixture.inFlight).hasSize(1);
    assertThat(
            fixture.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE))
        .isEqualTo(2);
  }

  @Test
  void maxInFlight_cannot_raise_the_general_limit() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 1_000, 0);
    fixture.postMany(200);
    for (int i = 0; i < 100; i++) {
      fixture.succeed();
    }
    assertThat(fixture.inFlight).hasSize(24);
    assertThat(
            fixture.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE))
        .isEqualTo(32);
  }

  /** Responds to everything at once for some time, and notes when each request started. */
  private void run(Duration time, List<Long> starts) {
    long end = fixture.now() + time.toMillis();
    while (true) {
      while (!fixture.inFlight.isEmpty()) {
        starts.add(fixture.succeed().startedAt());
      }
      long next = Math.max(fixture.now() + 1, ShardFixture.START + fixture.wakeAt());
      if (next > end) {
        fixture.pass(Duration.ofMillis(end - fixture.now()));
        return;
      }
      fixture.pass(Duration.ofMillis(next - fixture.now()));
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
