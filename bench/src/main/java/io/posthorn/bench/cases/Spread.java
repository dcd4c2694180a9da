package io.posthorn.bench.cases;

import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The row {@code spread}: the same load to few and to many endpoints. One server each; they
 * alternate.
 */
public final class Spread {
  private static final int FEW = 1;
  private static final int MANY = 1_000;

  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public Spread(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    Path few = bench.fresh("spread");
    Path usual = bench.fresh("spread");
    Path many = bench.fresh("spread");
    List<Double> fewRates = new ArrayList<>();
    List<Double> usualRates = new ArrayList<>();
    List<Double> manyRates = new ArrayList<>();
    try (ServerProcess toFew = bench.server(few);
        ServerProcess toUsual = bench.server(usual);
        ServerProcess toMany = bench.server(many)) {
      prepare(toFew, FEW);
      prepare(toUsual, plan.endpoints());
      prepare(toMany, MANY);
      for (int round = 1; round <= plan.rounds(); round++) {
        fewRates.add(deliver(toFew, plan.roundMillis()));
        usualRates.add(deliver(toUsual, plan.roundMillis()));
        manyRates.add(deliver(toMany, plan.roundMillis()));
        bench.say(
            "spread, round %d: %d endpoint %,.0f/s, %,d endpoints %,.0f/s, %,d endpoints %,.0f/s"
                .formatted(
                    round,
                    FEW,
                    fewRates.getLast(),
                    plan.endpoints(),
                    usualRates.getLast(),
                    MANY,
                    manyRates.getLast()));
      }
    }
    List.of(few, usual, many).forEach(bench::discard);
    Series one = new Series("%d endpoint".formatted(FEW), "/s", fewRates);
    Series middle = new Series("%,d endpoints".formatted(plan.endpoints()), "/s", usualRates);
    Series thousand = new Series("%,d endpoints".formatted(MANY), "/s", manyRates);
    return new RowReport(
        Row.SPREAD,
        List.of(one, middle, thousand),
        List.of(compared(one, middle), compared(thousand, middle)),
        List.of());
  }

  private static Check compared(Series series, Series usual) {
    Series ratio = series.against(usual);
    return Check.atLeast(ratio.name(), ratio.median(), ratio.unit(), 0.95, 1);
  }

  private void prepare(ServerProcess server, int endpoints) {
    bench.say("spread: subscribing and warming up, %,d endpoints".formatted(endpoints));
    BenchPlan here = plan.with(endpoints, plan.textBytes());
    SubscriptionSetup.filtered(server, LoadProfiles.BATCH, here, bench.port());
    deliver(server, plan.warmMillis());
  }

  private double deliver(ServerProcess server, long millis) {
    return bench
        .deliver(server, LoadProfiles.batch(server.port(), plan).again(bench.runName(), millis), 1)
        .perSecond();
  }
}
