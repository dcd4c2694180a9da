package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ShardBacklogTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private long now;
  private final HeldRecordCounts held = new HeldRecordCounts(() -> now);
  private final ShardBacklog backlog = new ShardBacklog(2, 1_000, 100_000, held);

  private void counted(long seconds, long end, long processed) {
    backlog.counted(
        seconds * SECOND, backlog.written(), new long[] {end, 0}, new long[] {processed, 0});
  }

  private void refusedFor(Duration retryAfter) {
    assertThatThrownBy(() -> backlog.check(0))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL);
              assertThat(e.retryAfter()).isEqualTo(retryAfter);
            });
  }

  @Test
  void a_shard_at_its_limit_of_records_is_full_until_it_has_processed_some() {
    counted(0, 999, 0);
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
    counted(1, 1_000, 0);
    assertThat(backlog.full()).isEqualTo(1);
    refusedFor(Duration.ofSeconds(30));
    assertThatCode(() -> backlog.check(1)).doesNotThrowAnyException();
    counted(2, 1_000, 1);
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
    assertThat(backlog.full()).isZero();
  }

  @Test
  void retry_after_is_the_time_that_the_shard_needs_at_its_last_rate() {
    counted(0, 3_000, 0);
    counted(2, 3_000, 200);
    refusedFor(Duration.ofSeconds(19)); // 1,801 records at 100/s
    counted(3, 3_000, 1_990);
    refusedFor(Duration.ofSeconds(1));
  }

  @Test
  void records_that_this_node_writes_between_two_counts_count() {
    counted(0, 990, 0);
    for (int i = 0; i < 10; i++) {
      assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
      backlog.wrote(0, 50);
    }
    refusedFor(Duration.ofSeconds(30));
    counted(1, 1_000, 500);
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
  }

  /** The brokers count them as processed. */
  @Test
  void records_that_a_paused_shard_holds_count_until_it_runs_or_its_node_has_left() {
    counted(0, 5_000, 4_000);
    counted(1, 5_000, 4_900); // moved aside
    held.reported("node", HeldRecordCounts.encode(new TreeMap<>(Map.of(0, 900L))));
    held.reported("other", HeldRecordCounts.encode(new TreeMap<>()));
    assertThat(backlog.full()).isEqualTo(1);
    refusedFor(Duration.ofSeconds(30));
    assertThatCode(() -> backlog.check(1)).doesNotThrowAnyException();

    held.reported("node", HeldRecordCounts.encode(new TreeMap<>()));
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();

    held.reported("node", HeldRecordCounts.encode(new TreeMap<>(Map.of(0, 900L))));
    now += 6 * SECOND;
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
  }

  @Test
  void large_records_fill_a_shard_by_their_bytes() {
    backlog.wrote(0, 1_000);
    counted(1, 99, 0);
    assertThatCode(() -> backlog.check(0)).doesNotThrowAnyException();
    counted(2, 100, 0);
    refusedFor(Duration.ofSeconds(30));
  }
}
