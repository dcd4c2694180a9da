package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.Latencies;
import io.posthorn.testkit.ServerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The row {@code isolation}: whether failing endpoints slow healthy ones. Healthy endpoints get a
 * third of what the server can deliver. Others get one event per second each: first endpoints that
 * respond at once, then the same number that refuse connections, never respond, or respond slowly.
 */
public final class Isolation {
  private static final String HEALTHY = "H";
  private static final String OTHERS = "G";
  private static final String FAILING = "B";

  /** Retries after 1, 3, 7, 15... seconds, so that retries run during the measurement. */
  private static final String RETRY_UNIT = "1s";

  /** More failures than any endpoint can have: circuits stay closed, and failures continue. */
  private static final String NEVER = "1000000000";

  /** Long enough for requests to time out and for retries to have begun. */
  private static final int SETTLING_ROUNDS = 2;

  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public Isolation(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  /**
   * Runs the row.
   *
   * @param batchRate the server's batch rate
   */
  public RowReport run(double batchRate) {
    try (ServerProcess server = bench.server(bench.fresh("isolation"), settings(), List.of());
        LoadProcess beside = new LoadProcess(bench.log())) {
      bench.say("isolation: subscribing");
      int others = plan.dead() + plan.tarpits() + plan.slow();
      int timedPort = bench.receivers().open(ReceiversProcess.Kind.PROMPT, true, 1).getFirst();
      SubscriptionSetup.filtered(server, HEALTHY, plan, timedPort);
      SubscriptionSetup.onPorts(
          server, OTHERS, bench.receivers().open(ReceiversProcess.Kind.PROMPT, false, others));
      SubscriptionSetup.onPorts(server, FAILING, failingPorts());
      LoadSpec healthy =
          new LoadSpec(
              List.of(server.port()),
              "",
              HEALTHY,
              plan.codes(),
              100,
              plan.textBytes(),
              16,
              0,
              batchRate / 3);
      bench.say("isolation: warming up at full speed");
      round(beside, healthy.at(0), OTHERS, plan.warmMillis());
      MachineNoise quietness =
          new MachineNoise(
              List.of(
                  new ProcessUsage(server.pid()),
                  beside.usage(),
                  bench.load().usage(),
                  bench.receivers().usage()));
      List<Latencies.Percentiles> quiet = rounds(beside, healthy, OTHERS);
      double before = ScrapedMetrics.of(server).failedAttempts();
      long start = System.nanoTime();
      List<Latencies.Percentiles> troubled = rounds(beside, healthy, FAILING);
      ScrapedMetrics metrics = ScrapedMetrics.of(server);
      double failures = (metrics.failedAttempts() - before) * 1e9 / (System.nanoTime() - start);
      List<String> remarks = new ArrayList<>(quietness.remarks());
      server.kill(); // a graceful stop would wait for the tarpits
      if (metrics.openCircuits() > 0) {
        throw new BenchException("isolation: circuits opened, so no failures were measured");
      }
      return report(quiet, troubled, batchRate / 3, failures, remarks);
    }
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("retry.unit", RETRY_UNIT);
    settings.put("circuit.disable.min-attempts", NEVER);
    settings.put("circuit.disable.consecutive", NEVER);
    settings.put("circuit.freeze.consecutive", NEVER);
    settings.put("circuit.freeze.consecutive-any-time", NEVER);
    return settings;
  }

  private List<Integer> failingPorts() {
    List<Integer> ports = new ArrayList<>();
    ports.addAll(bench.receivers().open(ReceiversProcess.Kind.DEAD, false, plan.dead()));
    ports.addAll(bench.receivers().open(ReceiversProcess.Kind.TARPIT, false, plan.tarpits()));
    ports.addAll(bench.receivers().open(ReceiversProcess.Kind.SLOW, false, plan.slow()));
    return ports;
  }

  /** Twice the rounds of other rows: a single slow fsync moves a round's p99. */
  private List<Latencies.Percentiles> rounds(LoadProcess beside, LoadSpec healthy, String prefix) {
    List<Latencies.Percentiles> timings = new ArrayList<>();
    for (int i = 0; i < SETTLING_ROUNDS; i++) {
      round(beside, healthy, prefix, plan.warmMillis() * 3 / 4);
    }
    for (int i = 0; i < 2 * plan.rounds(); i++) {
      Latencies.Percentiles timing = round(beside, healthy, prefix, plan.roundMillis());
      timings.add(timing);
      bench.say(
          "isolation, %s: p50 %.1f ms, p99 %.1f ms"
              .formatted(
                  prefix.equals(OTHERS) ? "all healthy" : "with failing endpoints",
                  timing.p50() / 1e3,
                  timing.p99() / 1e3));
    }
    return timings;
  }

  private Latencies.Percentiles round(
      LoadProcess beside, LoadSpec healthy, String prefix, long millis) {
    int others = plan.dead() + plan.tarpits() + plan.slow();
    int perPost = Math.max(1, others / 10);
    LoadSpec extra =
        new LoadSpec(
            healthy.ports(),
            bench.runName(),
            prefix,
            others,
            perPost,
            plan.textBytes(),
            4,
            millis,
            others);
    ReceiversProcess.Count start = bench.receivers().count();
    bench.receivers().latencies();
    var posted = beside.begin(extra);
    long accepted = bench.load().run(healthy.again(bench.runName(), millis)).accepted();
    posted.join();
    bench.receivers().awaitTimed(start, accepted);
    return bench.receivers().latencies();
  }

  private RowReport report(
      List<Latencies.Percentiles> quiet,
      List<Latencies.Percentiles> troubled,
      double rate,
      double failures,
      List<String> remarks) {
    remarks.add(
        "%,.0f events/s for %d healthy endpoints, and one event per second for each of %d dead, %d tarpit and %d slow (2 s) endpoints"
            .formatted(rate, plan.endpoints(), plan.dead(), plan.tarpits(), plan.slow()));
    Series before = p99("p99, all healthy", quiet);
    Series beside = p99("p99, with failing endpoints", troubled);
    return new RowReport(
        Row.ISOLATION,
        List.of(
            before,
            beside,
            new Series("p50, all healthy", "ms", quiet.stream().map(t -> t.p50() / 1e3).toList()),
            new Series(
                "p50, with failing endpoints",
                "ms",
                troubled.stream().map(t -> t.p50() / 1e3).toList())),
        List.of(
            Check.atMost(
                "p99 against all healthy", beside.median() / before.median(), "x", 1.5, 1.1),
            Check.info("failed attempts", failures, "/s")),
        remarks);
  }

  private static Series p99(String name, List<Latencies.Percentiles> timings) {
    return new Series(name, "ms", timings.stream().map(t -> t.p99() / 1e3).toList());
  }
}
