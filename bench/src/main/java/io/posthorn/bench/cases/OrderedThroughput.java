package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The row {@code ordered}: the batch rate with order per object, in turns with the same load
 * without order.
 */
public final class OrderedThroughput {
  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public OrderedThroughput(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    Path data = bench.fresh("ordered");
    List<Double> plain = new ArrayList<>();
    List<Double> ordered = new ArrayList<>();
    try (ServerProcess server = bench.server(data, Map.of(), List.of())) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
      SubscriptionSetup.ordered(server, LoadProfiles.ORDERED, plan, bench.port());
      measure(server, LoadProfiles.batch(server.port(), plan), plan.warmMillis());
      measure(server, LoadProfiles.ordered(server.port(), plan), plan.warmMillis());
      for (int round = 1; round <= plan.rounds(); round++) {
        plain.add(measure(server, LoadProfiles.batch(server.port(), plan), plan.roundMillis()));
        ordered.add(measure(server, LoadProfiles.ordered(server.port(), plan), plan.roundMillis()));
        bench.say(
            "round %d: %,.0f/s without order, %,.0f/s with order"
                .formatted(round, plain.getLast(), ordered.getLast()));
      }
    }
    bench.discard(data);
    Series without = new Series("without order", "/s", plain);
    Series with = new Series("with order", "/s", ordered);
    return new RowReport(
        Row.ORDERED,
        List.of(without, with),
        List.of(
            Check.atLeast("of the rate without order", with.against(without).median(), "x", 0.9, 1),
            Check.info("messages received", with.median(), "/s")),
        List.of("10,000 objects, 100 endpoints; rounds alternate"));
  }

  private double measure(ServerProcess server, LoadSpec load, long millis) {
    return bench.deliver(server, load.again(bench.runName(), millis), 1).perSecond();
  }
}
