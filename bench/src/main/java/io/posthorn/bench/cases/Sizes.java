package io.posthorn.bench.cases;

import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The row {@code sizes}: server CPU for each byte of larger events. */
public final class Sizes {
  private static final List<Integer> KILOBYTES = List.of(10, 100);

  private final BenchEnvironment bench;
  private final List<Series> series = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  public Sizes(BenchEnvironment bench) {
    this.bench = bench;
  }

  public RowReport run() {
    KILOBYTES.forEach(this::measure);
    return new RowReport(Row.SIZES, series, checks, remarks);
  }

  private void measure(int kilobytes) {
    BenchPlan plan =
        bench.plan().with(bench.plan().endpoints(), kilobytes * 1_024 - FactorSweep.AROUND_TEXT);
    Path data = bench.fresh("sizes");
    List<RoundResult> rounds = new ArrayList<>();
    try (ServerProcess server = bench.server(data)) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
      deliver(server, plan, plan.warmMillis() / 2);
      for (int round = 0; round < plan.rounds(); round++) {
        rounds.add(deliver(server, plan, plan.roundMillis()));
      }
    }
    bench.discard(data);
    String name = kilobytes + " KB";
    Series nanos =
        new Series(
            name + ", server CPU", "ns/byte", rounds.stream().map(Sizes::nanosPerByte).toList());
    Series rate = new Series(name, "/s", rounds.stream().map(RoundResult::perSecond).toList());
    series.addAll(List.of(rate, nanos));
    checks.add(Check.info(name, rate.median(), "/s"));
    checks.add(Check.atMost(nanos.name(), nanos.median(), nanos.unit(), 8, 5));
    remarks.add(name + ": " + rounds.getLast().shares());
    bench.say("sizes: %s %,.0f/s, %.1f ns/byte".formatted(name, rate.median(), nanos.median()));
  }

  private static double nanosPerByte(RoundResult round) {
    return round.serverCpu() * 1e9 / round.bytes();
  }

  private RoundResult deliver(ServerProcess server, BenchPlan plan, long millis) {
    return bench.deliver(
        server, LoadProfiles.batch(server.port(), plan).again(bench.runName(), millis), 1);
  }
}
