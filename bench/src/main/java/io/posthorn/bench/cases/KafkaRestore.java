package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The row about a node with an empty disk: the time until all shards run, which it restores from
 * their changelogs. Before, the installation gets as many ended and waiting messages as planned.
 */
final class KafkaRestore {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** The time of one part of the load. */
  private static final long PART_MILLIS = 3_000;

  private final BenchEnvironment bench;
  private final Installation node;
  private final LoadSpec load;
  private final long ended;

  /**
   * The row.
   *
   * @param load delivers one message for each event
   */
  KafkaRestore(BenchEnvironment bench, Installation node, LoadSpec load) {
    this.bench = bench;
    this.node = node;
    this.load = load;
    ended = bench.plan().restored();
  }

  RowReport run() {
    bench.say("%,d ended messages, and a tenth of that waiting".formatted(ended));
    while (node.delivered() < ended) {
      node.deliver(part(), 1);
    }
    long waiting = leaveWaiting(ended / 10);
    bench.say("an empty node restores");
    double seconds = node.replaceNode();
    double records = ScrapedMetrics.of(node.first()).sum("posthorn_kafka_records_restored_total ");
    awaitWaiting(waiting);
    long messages = node.delivered() + waiting;
    return new RowReport(
        Row.KAFKA_RESTORE,
        List.of(new Series("seconds", "measured", List.of(seconds))),
        List.of(
            Check.info("ended messages", (double) node.delivered(), ""),
            Check.info("waiting messages", (double) waiting, ""),
            Check.info("start to all shards running", seconds, "s"),
            Check.info("records restored", records, ""),
            Check.info("messages restored", messages / seconds, "/s")),
        List.of());
  }

  private LoadSpec part() {
    return load.again(bench.runName(), Math.min(PART_MILLIS, bench.plan().roundMillis()));
  }

  /** Posts events while all delivery is paused; returns the number of messages that wait. */
  private long leaveWaiting(long count) {
    node.first().post("/api/v1/delivery/pause", "");
    long accepted = 0;
    while (accepted < count) {
      accepted += bench.load().run(part()).accepted();
    }
    awaitWaiting(accepted);
    node.leftWaiting(accepted);
    return accepted;
  }

  private void awaitWaiting(long count) {
    Installation.await(
        "%,d messages that wait".formatted(count),
        TIMEOUT_NANOS,
        () -> ScrapedMetrics.of(node.first()).sum("posthorn_waiting_messages{") == count);
  }
}
