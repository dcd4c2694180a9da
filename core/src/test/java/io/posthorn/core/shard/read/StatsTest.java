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

  private ShardFixture fixture = ShardFixture.withDefaults();
  private final EndpointId endpoint = fixture.id(ShardFixture.URL);

  @Test
  void a_minute_counts_what_was_accepted_delivered_failed_and_how_long_it_took() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.post();
    fixture.respond(Outcome.responded(200, 100));
    fixture.respond(Outcome.responded(404, 300));
    fixture.pass(Duration.ofMinutes(1));

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
  void metrics_are_written_every_5_seconds_and_never_for_each_message() {
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 50; i++) {
      fixture.post();
      fixture.succeed();
    }
    assertThat(rows()).isEmpty();

    fixture.pass(Duration.ofMillis(4_999));
    assertThat(rows()).isEmpty();
    fixture.pass(Duration.ofMillis(1));
    assertThat(rows()).hasSize(2); // the customer's and the endpoint's
    assertThat(series(endpoint, 0, 1, 1).getFirst().delivered()).isEqualTo(50);
  }

  @Test
  void after_a_restart_within_a_minute_the_metrics_continue() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.succeed();
    fixture.pass(Duration.ofSeconds(10));
    fixture.restart();
    fixture.post();
    fixture.succeed();
    fixture.pass(Duration.ofMinutes(1));

    assertThat(series(endpoint, 0, 1, 1).getFirst().delivered()).isEqualTo(2);
    assertThat(series(null, 0, 1, 1).getFirst().delivered()).isEqualTo(2);
  }

  @Test
  void minutes_are_merged_into_steps_and_what_waits_is_carried_over_silent_ones() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail(); // next due after 84.8 s
    fixture.pass(Duration.ofMinutes(2));
    fixture.fail(); // next due after 254.4 s
    fixture.goTo(Duration.ofMillis(254_400));
    fixture.succeed();
    fixture.goTo(Duration.ofMinutes(8));

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
  void a_drop_is_counted_at_the_time_of_the_drop() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();
    fixture.pause(ShardFixture.URL);
    fixture.pass(Duration.ofHours(49));

    long dropped = series(null, 0, 49 * 60, 60).stream().mapToLong(StatsCounters::dropped).sum();
    assertThat(dropped).isEqualTo(1);
    assertThat(series(null, 0, 49 * 60, 60).getLast().waiting()).isZero();
  }

  @Test
  void minutes_older_than_the_records_are_removed() {
    long hour = Duration.ofHours(1).toMillis();
    fixture =
        new ShardFixture(Rules.DEFAULT.withRetention(new RetentionRules(hour, hour, hour, hour)));
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 5; i++) {
      fixture.post();
      fixture.succeed();
      fixture.pass(Duration.ofMinutes(1));
    }
    assertThat(rows()).hasSize(10);

    fixture.pass(Duration.ofMinutes(50));
    assertThat(rows()).hasSize(10);
    fixture.pass(Duration.ofMinutes(20));
    assertThat(rows()).isEmpty();
  }

  @Test
  void nothing_remains_of_an_erased_customers_metrics() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.pass(Duration.ofMinutes(1));
    fixture.post();
    fixture.execute(new Command.EraseCustomer(77, ShardFixture.CUSTOMER));
    fixture.pass(Duration.ofMinutes(2));

    assertThat(rows()).isEmpty();
  }

  private List<StatsCounters> series(@Nullable EndpointId of, long from, long to, long step) {
    long start = ShardFixture.START;
    return new StatsReader(fixture.store)
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
    fixture.store.scan(from, StoreKeys.endOf(from), (key, value) -> found.add(key));
    return found;
  }
}
