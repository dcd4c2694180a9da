package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The row {@code ordered}: the batch rate with order per object, alternating with the same load
 * without order; then the latency at a third of that rate, without and with one object whose
 * messages are refused.
 */
public final class OrderedThroughput {
  private static final String TIMED = "P";

  /** The messages of the object that is refused: the first one is retried, the others wait. */
  private static final int POISONED = 100;

  /** Retries after 1, 3, 7, 15... seconds, so that retries run during the measurement. */
  private static final String RETRY_UNIT = "1s";

  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public OrderedThroughput(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    Path data = bench.fresh("ordered");
    List<RoundResult> plain = new ArrayList<>();
    List<RoundResult> ordered = new ArrayList<>();
    List<Double> healthy = new ArrayList<>();
    List<Double> poisoned = new ArrayList<>();
    Map<String, String> settings = Map.of("retry.unit", RETRY_UNIT);
    try (ServerProcess server = bench.server(data, settings, List.of())) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
      SubscriptionSetup.ordered(server, LoadProfiles.ORDERED, plan, bench.port());
      measure(server, LoadProfiles.batch(server.port(), plan), plan.warmMillis());
      measure(server, LoadProfiles.ordered(server.port(), plan), plan.warmMillis());
      for (int round = 1; round <= plan.rounds(); round++) {
        plain.add(measure(server, LoadProfiles.batch(server.port(), plan), plan.roundMillis()));
        ordered.add(measure(server, LoadProfiles.ordered(server.port(), plan), plan.roundMillis()));
        bench.say(
            "round %d: %,.0f/s without order, %,.0f/s with order"
                .formatted(round, plain.getLast().perSecond(), ordered.getLast().perSecond()));
      }
      int timed = bench.receivers().open(ReceiversProcess.Kind.PROMPT, true, 1).getFirst();
      SubscriptionSetup.ordered(server, TIMED, plan, timed);
      LoadSpec load =
          LoadProfiles.ordered(server.port(), plan, TIMED)
              .at(rates("with order", ordered).median() / 3);
      p99(load, plan.warmMillis());
      for (int round = 1; round <= plan.rounds(); round++) {
        healthy.add(p99(load, plan.roundMillis()));
      }
      poison(server);
      for (int round = 1; round <= plan.rounds(); round++) {
        poisoned.add(p99(load, plan.roundMillis()));
      }
    }
    bench.discard(data);
    Series without = rates("without order", plain);
    Series with = rates("with order", ordered);
    Series withoutCpu = cpu("server CPU, without order", plain);
    Series withCpu = cpu("server CPU, with order", ordered);
    Series before = new Series("p99, all objects healthy", "ms", healthy);
    Series beside = new Series("p99, one object poisoned", "ms", poisoned);
    return new RowReport(
        Row.ORDERED,
        List.of(without, with, withoutCpu, withCpu, before, beside),
        List.of(
            Check.atLeast("of the rate without order", with.against(without).median(), "x", 0.9, 1),
            Check.atMost(
                "p99 beside a poisoned object, against all healthy",
                beside.median() / before.median(),
                "x",
                1.5,
                1.1),
            Check.info(
                "server CPU of a message, against one without order",
                withCpu.against(withoutCpu).median(),
                "x"),
            Check.info("messages received", with.median(), "/s")),
        List.of(
            "10,000 objects, 100 endpoints; rounds alternate",
            "without order: " + plain.getLast().shares(),
            "with order: " + ordered.getLast().shares()));
  }

  /** Posts messages of one object that its receiver refuses, to an endpoint of the others. */
  private static void poison(ServerProcess server) {
    String event =
        """
        {"objCode": "%s000", "eventType": "UPDATE", "objId": "poisoned", "newState": \
        {"sentAt":%d, "region": "r0", "text": "refused by its receiver"}}\
        """
            .formatted(TIMED, ReceiversProcess.POISON);
    server.post(
        "/api/v1/events", "[" + String.join(",", Collections.nCopies(POISONED, event)) + "]");
  }

  /** The p99 of a round, in milliseconds. */
  private double p99(LoadSpec load, long millis) {
    ReceiversProcess.Count start = bench.receivers().count();
    bench.receivers().latencies();
    long accepted = bench.load().run(load.again(bench.runName(), millis)).accepted();
    bench.receivers().awaitTimed(start, accepted);
    double p99 = bench.receivers().latencies().p99() / 1e3;
    bench.say("ordered, at a third of the rate: p99 %.1f ms".formatted(p99));
    return p99;
  }

  private static Series rates(String label, List<RoundResult> rounds) {
    return new Series(label, "/s", rounds.stream().map(RoundResult::perSecond).toList());
  }

  private static Series cpu(String label, List<RoundResult> rounds) {
    return new Series(label, "µs/message", rounds.stream().map(RoundResult::serverMicros).toList());
  }

  private RoundResult measure(ServerProcess server, LoadSpec load, long millis) {
    return bench.deliver(server, load.again(bench.runName(), millis), 1);
  }
}
