package io.posthorn.bench.cases;

import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.util.ArrayList;
import java.util.List;

/** The row {@code footprint}: start time and memory of an idle server. */
public final class Footprint {
  private static final double MIB = 1 << 20;

  private final BenchEnvironment bench;

  public Footprint(BenchEnvironment bench) {
    this.bench = bench;
  }

  public RowReport run() {
    List<Double> starts = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (int round = 1; round <= bench.plan().rounds(); round++) {
      try (ServerProcess server = bench.server(bench.fresh("footprint"))) {
        starts.add(BenchEnvironment.startSeconds(server));
        BenchEnvironment.pause(bench.plan().idleMillis());
        resident.add(new ProcessUsage(server.pid()).residentBytes() / MIB);
        server.kill();
      }
      bench.say(
          "footprint: ready after %.2f s, %.0f MiB"
              .formatted(starts.getLast(), resident.getLast()));
    }
    Series start = new Series("start to ready", "s", starts);
    Series memory = new Series("idle memory (RSS)", "MiB", resident);
    return new RowReport(
        Row.FOOTPRINT,
        List.of(start, memory),
        List.of(
            Check.atMost(start.name(), start.median(), "s", 1, 0.7),
            Check.atMost(memory.name(), memory.median(), "MiB", 150, 120),
            Check.info("shipped", bench.shippedBytes() / MIB, "MiB")),
        List.of());
  }
}
