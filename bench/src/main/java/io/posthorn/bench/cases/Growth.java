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

/** What a delivered message leaves on disk, and what was written for it. */
public final class Growth {
  private final Workbench bench;
  private final Plan plan;

  public Growth(Workbench bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    bench.say("growth: a store of its own");
    Path data = bench.fresh("growth");
    Path store = data.resolve("store");
    try (ServerProcess server = bench.server(data)) {
      Subscribers.filtered(server, Orders.BATCH, plan, bench.port());
    }
    long writesBefore = StoreFile.writes(store);
    long bytesBefore = StoreFile.bytes(store);
    Delivered delivered;
    double written;
    try (ServerProcess server = bench.server(data)) {
      long before = new ProcessUsage(server.pid()).diskBytesWritten();
      delivered =
          bench.deliver(
              server,
              Orders.batch(server.port(), plan)
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
        List.of(new Series("messages", "in all", List.of(messages))),
        List.of(
            Check.atMost("store writes a message", writes, "", 8, Double.NaN),
            Check.told("kept on disk a message", kept, "bytes"),
            Check.told("written to disk a message", written / messages, "bytes"),
            Check.told("written for each byte received", written / delivered.bytes(), "x")),
        List.of(
            "writes are counted by RocksDB's sequence number, so endpoints, statistics and commit"
                + " marks are in it; the log that a stop leaves is in what is kept"));
  }
}
