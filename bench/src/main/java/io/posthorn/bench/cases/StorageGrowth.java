package io.posthorn.bench.cases;

import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.bench.seed.StoreFile;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;

/** The row {@code growth}: disk space and writes per delivered message. */
public final class StorageGrowth {
  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public StorageGrowth(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    bench.say("growth: starting on a new store");
    Path data = bench.fresh("growth");
    Path store = data.resolve("store");
    try (ServerProcess server = bench.server(data)) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
    }
    long writesBefore = StoreFile.writes(store);
    long bytesBefore = StoreFile.bytes(store);
    RoundResult delivered;
    double written;
    try (ServerProcess server = bench.server(data)) {
      long before = new ProcessUsage(server.pid()).diskBytesWritten();
      delivered =
          bench.deliver(
              server,
              LoadProfiles.batch(server.port(), plan)
                  .again(bench.runName(), plan.roundMillis() + plan.warmMillis()),
              1);
      written = new ProcessUsage(server.pid()).diskBytesWritten() - before;
    }
    double messages = delivered.messages();
    double writes = (StoreFile.writes(store) - writesBefore) / messages;
    double kept = (StoreFile.bytes(store) - bytesBefore) / messages;
    bench.discard(data);
    return new RowReport(
        Row.GROWTH,
        List.of(new Series("messages", "total", List.of(messages))),
        List.of(
            Check.atMost("store writes per message", writes, "", 4.5, 4),
            Check.info("kept on disk per message", kept, "bytes"),
            Check.info("written to disk per message", written / messages, "bytes"),
            Check.atMost(
                "written to disk per byte received", written / delivered.bytes(), "x", 1.2, 1)),
        List.of(
            "writes are counted by RocksDB's sequence number and include endpoints, statistics and"
                + " commit marks; kept bytes include the write-ahead log that remains after a"
                + " stop"));
  }
}
