package io.posthorn.bench.cases;

import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.bench.seed.Seed;
import io.posthorn.bench.seed.StoreFile;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The row {@code factors}: the batch load with one factor changed at a time, each on a new store.
 */
public final class FactorSweep {
  /** The size of an event without its text. */
  static final int AROUND_TEXT = 184;

  private final BenchEnvironment bench;
  private final List<Series> series = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();

  public FactorSweep(BenchEnvironment bench) {
    this.bench = bench;
  }

  public RowReport run() {
    BenchPlan plan = bench.plan();
    for (int endpoints : List.of(1, 10, 1_000)) {
      measure("%,d endpoints".formatted(endpoints), plan.with(endpoints, plan.textBytes()), 0);
    }
    for (int kilobytes : List.of(1, 10, 100)) {
      int text = kilobytes * 1_024 - AROUND_TEXT;
      measure("%d KB".formatted(kilobytes), plan.with(plan.endpoints(), text), 0);
    }
    for (long waiting : List.of(0L, plan.backlog() / 10, plan.backlog())) {
      measure("%,d waiting".formatted(waiting), plan, waiting);
    }
    return new RowReport(Row.FACTORS, series, checks, List.of());
  }

  private void measure(String name, BenchPlan plan, long waiting) {
    BenchEnvironment here = bench.with(plan);
    Path data = bench.fresh("factor");
    if (waiting > 0) {
      bench.say("factors: filling a store with %,d messages".formatted(waiting));
      Seed.run(data.resolve("store"), waiting, bench.log());
    }
    try (ServerProcess server =
        here.server(data, Map.of("circuit.probe-interval", "20d"), List.of())) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, here.port());
      deliver(here, server, plan.warmMillis());
      long before = StoreFile.bytes(data);
      List<RoundResult> rounds = new ArrayList<>();
      for (int round = 0; round < plan.rounds(); round++) {
        rounds.add(deliver(here, server, plan.roundMillis()));
      }
      long messages = rounds.stream().mapToLong(RoundResult::messages).sum();
      double kept = (StoreFile.bytes(data) - before) / (double) messages;
      add(name, rounds, kept);
    }
    bench.discard(data);
  }

  private static RoundResult deliver(BenchEnvironment here, ServerProcess server, long millis) {
    return here.deliver(
        server, LoadProfiles.batch(server.port(), here.plan()).again(here.runName(), millis), 1);
  }

  private void add(String name, List<RoundResult> rounds, double kept) {
    Series rate = new Series(name, "/s", rounds.stream().map(RoundResult::perSecond).toList());
    Series micros =
        new Series(
            name + ", server CPU",
            "µs/message",
            rounds.stream().map(RoundResult::serverMicros).toList());
    series.add(rate);
    series.add(micros);
    checks.add(Check.info(name, rate.median(), "/s"));
    checks.add(Check.info(micros.name(), micros.median(), micros.unit()));
    checks.add(Check.info(name + ", on disk per message", kept, "bytes"));
    bench.say("factors: %s %,.0f/s".formatted(name, rate.median()));
  }
}
