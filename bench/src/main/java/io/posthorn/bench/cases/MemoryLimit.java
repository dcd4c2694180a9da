package io.posthorn.bench.cases;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.MemoryCgroup;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The row {@code memory}: the single load on a server with little memory, against one without a
 * limit. The two alternate.
 */
public final class MemoryLimit {
  private static final double MIB = 1 << 20;
  private static final long LIMIT = 256L << 20;

  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public MemoryLimit(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    Optional<MemoryCgroup> group = MemoryCgroup.create(LIMIT);
    if (group.isEmpty()) {
      return new RowReport(
          Row.MEMORY,
          List.of(),
          List.of(Check.info("survives", Double.NaN, "")),
          List.of("NOT MEASURED: creating a control group with a memory limit needs root"));
    }
    try (MemoryCgroup limit = group.get()) {
      return run(limit);
    }
  }

  private RowReport run(MemoryCgroup limit) {
    Path limited = bench.fresh("memory");
    Path unlimited = bench.fresh("memory");
    List<Double> rates = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    long refused = 0;
    boolean survives = true;
    try (ServerProcess free = bench.server(unlimited)) {
      prepare(free, plan.warmMillis());
      try (ServerProcess small = bench.serverStartedBy(limit.prefix(), limited)) {
        prepare(small, plan.warmMillis());
        for (int round = 1; round <= plan.rounds(); round++) {
          RoundResult result = deliver(small, plan.roundMillis());
          rates.add(result.perSecond());
          refused += result.refused();
          others.add(deliver(free, plan.roundMillis()).perSecond());
          bench.say(
              "memory, round %d: 256 MiB %,.0f/s, no limit %,.0f/s"
                  .formatted(round, rates.getLast(), others.getLast()));
        }
      } catch (BenchException | UncheckedIOException e) {
        survives = false;
        remarks.add("failed: " + e.getMessage());
        bench.say("memory: " + remarks.getLast());
      }
    }
    remarks.add(
        "highest use with page cache %.0f MiB; killed by the kernel: %d; events refused by a full intake: %,d"
            .formatted(limit.peakBytes() / MIB, limit.kills(), refused));
    bench.discard(limited);
    bench.discard(unlimited);
    Series small = new Series("256 MiB", "/s", rates);
    Series free = new Series("no limit", "/s", others);
    return new RowReport(
        Row.MEMORY,
        List.of(small, free),
        List.of(
            Check.atLeast("survives, no error but 503", survives ? 1 : 0, "", 1, Double.NaN),
            Check.aimAtLeast(
                "of the rate without a limit", small.against(free).median(), "x", 0.7)),
        remarks);
  }

  private void prepare(ServerProcess server, long millis) {
    SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
    deliver(server, millis);
  }

  private RoundResult deliver(ServerProcess server, long millis) {
    return bench.deliver(
        server, LoadProfiles.single(server.port(), plan).again(bench.runName(), millis), 1);
  }
}
