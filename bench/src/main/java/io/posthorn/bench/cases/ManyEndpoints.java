package io.posthorn.bench.cases;

import io.posthorn.bench.process.LiveHeap;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The row {@code endpoints}: the cost of many endpoints with a subscription each. */
public final class ManyEndpoints {
  private static final double MIB = 1 << 20;
  private static final String PREFIX = "E";

  private final BenchEnvironment bench;
  private final int count;

  public ManyEndpoints(BenchEnvironment bench) {
    this.bench = bench;
    count = bench.plan().manyEndpoints();
  }

  public RowReport run() {
    Path none = bench.fresh("no-endpoints");
    Path many = bench.fresh("endpoints");
    bench.say("endpoints: creating %,d through the API".formatted(count));
    try (ServerProcess server = bench.server(many)) {
      SubscriptionSetup.each(server, PREFIX, count, bench.port());
    }
    List<Double> starts = new ArrayList<>();
    List<Double> heaps = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (int round = 1; round <= bench.plan().rounds(); round++) {
      double empty = heap(none);
      try (ServerProcess server = bench.server(many)) {
        starts.add(BenchEnvironment.startSeconds(server));
        heaps.add((LiveHeap.bytes(server.pid()) - empty) / count);
        resident.add(new ProcessUsage(server.pid()).residentBytes() / MIB);
      }
      bench.say(
          "endpoints: ready after %.2f s, %.0f bytes of heap each"
              .formatted(starts.getLast(), heaps.getLast()));
    }
    bench.discard(none);
    bench.discard(many);
    Series start = new Series("restart", "s", starts);
    Series heap = new Series("heap for each", "bytes", heaps);
    Series memory = new Series("RSS", "MiB", resident);
    return new RowReport(
        Row.ENDPOINTS,
        List.of(start, heap, memory),
        List.of(
            Check.atMost(start.name(), start.median(), start.unit(), 2, 1.2),
            Check.atMost(heap.name(), heap.median(), heap.unit(), 1_500, 1_000),
            Check.info(memory.name(), memory.median(), memory.unit())),
        List.of(
            "%,d endpoints with a subscription each; heap after a full collection, minus that with"
                    .formatted(count)
                + " an empty store"));
  }

  private double heap(Path data) {
    try (ServerProcess server = bench.server(data)) {
      return LiveHeap.bytes(server.pid());
    }
  }
}
