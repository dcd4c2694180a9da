package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Chart;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.RetentionEffect;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.bench.seed.StoreFile;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The row {@code long}: the batch load for a long time with a short retention, to show drift and
 * the cost of removing.
 */
public final class LongRun {
  private static final double MIB = 1 << 20;
  private static final long MOST_DISK = 20L << 30;

  private final BenchEnvironment bench;
  private final BenchPlan plan;
  private final Path chart;
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> p99s = new ArrayList<>();
  private final List<Double> resident = new ArrayList<>();
  private final List<Double> files = new ArrayList<>();
  private final List<Double> sockets = new ArrayList<>();
  private final List<Double> disk = new ArrayList<>();
  private String stopped = "ran to the end";

  public LongRun(BenchEnvironment bench, Path chart) {
    this.bench = bench;
    this.chart = chart;
    plan = bench.plan();
  }

  public RowReport run() {
    Path data = bench.fresh("long");
    try (ServerProcess server = bench.server(data, settings(), List.of())) {
      int port = bench.receivers().open(ReceiversProcess.Kind.PROMPT, true, 1).getFirst();
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, port);
      ReceiversProcess.Count start = bench.receivers().count();
      bench.receivers().latencies();
      long accepted = 0;
      for (int slice = 1; slice <= plan.slices() && enoughDisk(data); slice++) {
        accepted += slice(server, data, slice);
      }
      if (bench.receivers().await(start, accepted).timed() - start.timed() != accepted) {
        throw new BenchException(
            "long: the number of received messages differs from the number accepted");
      }
    }
    bench.discard(data);
    return report();
  }

  private Map<String, String> settings() {
    String retention = plan.retentionMillis() + "ms";
    return Map.of(
        "retention.records", retention,
        "retention.delivered-payloads", retention,
        "retention.unmatched", retention);
  }

  private boolean enoughDisk(Path data) {
    boolean enough = StoreFile.bytes(data) < MOST_DISK;
    if (!enough) {
      stopped = "stopped early, at 20 GiB on disk";
    }
    return enough;
  }

  private long slice(ServerProcess server, Path data, int number) {
    ReceiversProcess.Count before = bench.receivers().count();
    long start = System.nanoTime();
    LoadProcess.Posted posted =
        bench
            .load()
            .run(
                LoadProfiles.batch(server.port(), plan).again(bench.runName(), plan.sliceMillis()));
    double seconds = (System.nanoTime() - start) / 1e9;
    rates.add((bench.receivers().count().messages() - before.messages()) / seconds);
    p99s.add(bench.receivers().latencies().p99() / 1e3);
    resident.add(new ProcessUsage(server.pid()).residentBytes() / MIB);
    files.add((double) new ProcessUsage(server.pid()).openFiles());
    sockets.add((double) new ProcessUsage(server.pid()).openSockets());
    disk.add(StoreFile.bytes(data) / MIB);
    bench.say(
        "long, %d of %d: %,.0f/s, p99 %.1f ms, %.0f MiB, %.0f files, %.0f sockets, %,.0f MiB on disk"
            .formatted(
                number,
                plan.slices(),
                rates.getLast(),
                p99s.getLast(),
                resident.getLast(),
                files.getLast(),
                sockets.getLast(),
                disk.getLast()));
    return posted.accepted();
  }

  private RowReport report() {
    List<Series> series =
        List.of(
            new Series("rate", "/s", rates),
            new Series("p99", "ms", p99s),
            new Series("RSS", "MiB", resident),
            new Series("open files", "", files),
            new Series("open sockets", "", sockets),
            new Series("on disk", "MiB", disk));
    Chart.write(chart, "The batch load, " + plan.sliceMillis() / 1e3 + " s per point", series);
    List<Check> checks = new ArrayList<>();
    RetentionEffect effect =
        RetentionEffect.of(rates, (int) (plan.retentionMillis() / plan.sliceMillis()));
    checks.add(
        Check.atLeast("rate while as much is removed", effect.ratio(), "x before", 0.85, 0.95));
    checks.add(Check.atMost("its deviation", 100 * effect.deviation(), "%", 10, Double.NaN));
    checks.add(Check.info("rate, last third against second", drift(rates), "x"));
    checks.add(Check.atMost("p99, last third against second", drift(p99s), "x", 1.25, 1.1));
    checks.add(Check.atMost("RSS, last third against second", drift(resident), "x", 1.1, 1.03));
    checks.add(Check.atMost("files, last third against second", drift(files), "x", 1.2, 1.1));
    checks.add(Check.info("sockets, last third against second", drift(sockets), "x"));
    checks.add(Check.atMost("disk, last third against second", drift(disk), "x", 1.2, 1.1));
    return new RowReport(Row.LONG, series, checks, List.of(stopped, "wrote the chart to " + chart));
  }

  /** The last third relative to the second; the first covers warm-up and the start of retention. */
  private static double drift(List<Double> points) {
    int third = points.size() / 3;
    Series second = new Series("", "", points.subList(third, points.size() - third));
    Series last = new Series("", "", points.subList(points.size() - third, points.size()));
    return last.median() / second.median();
  }
}
