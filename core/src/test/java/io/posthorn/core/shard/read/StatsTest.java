package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.stats.StatsReader;
import io.posthorn.core.store.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatsTest {
  private static final long MINUTE = 60_000;

  private ShardFixture stage = ShardFixture.withDefaults();
  private final EndpointId endpoint = stage.id(ShardFixture.URL);

  @Test
  void a_minute_counts_what_was_accepted_delivered_failed_and_how_long_it_took() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.post();
    stage.answer(Outcome.answered(200, 100));
    stage.answer(Outcome.answered(404, 300));
    stage.pass(Duration.ofMinutes(1));

    for (EndpointId series : new @Nullable EndpointId[] {null, endpoint}) {
      StatsCounters minute = series(series, 0, 1, 1).getFirst();
      assertThat(minute.accepted()).isEqualTo(2);
      assertThat(minute.delivered()).isEqualTo(1);
      assertThat(minute.failed()).isEqualTo(1);
      assertThat(minute.dropped()).isZero();
      assertThat(minute.waiting()).isEqualTo(1);
      assertThat(minute.latency().percentile(0.5)).isBetween(90L, 110L);
      assertThat(minute.latency().percentile(0.9)).isBetween(270L, 330L);
    }
  }

  @Test
  void what_happens_is_written_every_5_seconds_and_never_for_each_message() {
    stage.subscribe(ShardFixture.URL);
    for (int i = 0; i < 50; i++) {
      stage.post();
      stage.succeed();
    }
    assertThat(rows()).isEmpty();

    stage.pass(Duration.ofMillis(4_999));
    assertThat(rows()).isEmpty();
    stage.pass(Duration.ofMillis(1));
    assertThat(rows()).hasSize(2); // the customer's and the endpoint's
    assertThat(series(endpoint, 0, 1, 1).getFirst().delivered()).isEqualTo(50);
  }

  @Test
  void after_a_restart_within_a_minute_the_figures_go_on() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.succeed();
    stage.pass(Duration.ofSeconds(10));
    stage.restart();
    stage.post();
    stage.succeed();
    stage.pass(Duration.ofMinutes(1));

    assertThat(series(endpoint, 0, 1, 1).getFirst().delivered()).isEqualTo(2);
    assertThat(series(null, 0, 1, 1).getFirst().delivered()).isEqualTo(2);
  }

  @Test
  void minutes_are_merged_into_steps_and_what_waits_is_carried_over_silent_ones() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.fail(); // next due after 84.8 s
    stage.pass(Duration.ofMinutes(2));
    stage.fail(); // next due after 254.4 s
    stage.goTo(Duration.ofMillis(254_400));
    stage.succeed();
    stage.goTo(Duration.ofMinutes(8));

    assertThat(series(endpoint, 0, 8, 1).stream().map(StatsCounters::waiting))
        .containsExactly(1L, 1L, 1L, 1L, 0L, 0L, 0L, 0L);
    assertThat(series(endpoint, 3, 5, 1).stream().map(StatsCounters::waiting))
        .containsExactly(1L, 0L);
    assertThat(series(endpoint, 0, 8, 4).stream().map(StatsCounters::failed))
        .containsExactly(2L, 0L);
    assertThat(series(endpoint, 0, 8, 4).stream().map(StatsCounters::delivered))
        .containsExactly(0L, 1L);
  }

  @Test
  void what_is_dropped_is_counted_when_it_is() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.fail();
    stage.pause(ShardFixture.URL);
    stage.pass(Duration.ofHours(49));

    long dropped = series(null, 0, 49 * 60, 60).stream().mapToLong(StatsCounters::dropped).sum();
    assertThat(dropped).isEqualTo(1);
    assertThat(series(null, 0, 49 * 60, 60).getLast().waiting()).isZero();
  }

  @Test
  void minutes_older_than_the_records_are_removed() {
    long hour = Duration.ofHours(1).toMillis();
    stage =
        new ShardFixture(Rules.DEFAULT.withRetention(new RetentionRules(hour, hour, hour, hour)));
    stage.subscribe(ShardFixture.URL);
    for (int i = 0; i < 5; i++) {
      stage.post();
      stage.succeed();
      stage.pass(Duration.ofMinutes(1));
    }
    assertThat(rows()).hasSize(10);

    stage.pass(Duration.ofMinutes(50));
    assertThat(rows()).hasSize(10);
    stage.pass(Duration.ofMinutes(20));
    assertThat(rows()).isEmpty();
  }

  @Test
  void nothing_is_left_of_an_erased_customers_figures() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.pass(Duration.ofMinutes(1));
    stage.post();
    stage.tell(new Command.EraseCustomer(77, ShardFixture.CUSTOMER));
    stage.pass(Duration.ofMinutes(2));

    assertThat(rows()).isEmpty();
  }

  private List<StatsCounters> series(@Nullable EndpointId of, long from, long to, long step) {
    long start = ShardFixture.START;
    return new StatsReader(stage.store)
            .series(
                ShardFixture.CUSTOMER,
                of,
                start + from * MINUTE,
                start + to * MINUTE,
                step * MINUTE)
            .stream()
            .map(StatsPoint::tally)
            .toList();
  }

  private List<byte[]> rows() {
    List<byte[]> found = new ArrayList<>();
    byte[] from = StoreKeys.table(Table.STATS);
    stage.store.scan(from, StoreKeys.endOf(from), (key, value) -> found.add(key));
    return found;
  }
}
