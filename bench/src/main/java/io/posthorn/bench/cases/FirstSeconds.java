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
 * The row {@code first}: the single load in the first seconds of a new process, against a process
 * that is warm. The two alternate, each on its own store.
 */
public final class FirstSeconds {
  private static final long FIRST_MILLIS = 5_000;

  private final BenchEnvironment bench;
  private final BenchPlan plan;

  public FirstSeconds(BenchEnvironment bench) {
    this.bench = bench;
    plan = bench.plan();
  }

  public RowReport run() {
    Path cold = subscribed();
    Path warm = subscribed();
    long millis = Math.min(FIRST_MILLIS, 2 * plan.roundMillis());
    List<Double> first = new ArrayList<>();
    List<Double> later = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    try (ServerProcess running = bench.server(warm)) {
      bench.say("first: warming up the other process");
      deliver(running, plan.warmMillis());
      for (int round = 1; round <= plan.rounds(); round++) {
        try (ServerProcess started = bench.server(cold)) {
          RoundResult result = deliver(started, millis);
          first.add(result.perSecond());
          remarks.add(result.shares());
        }
        later.add(deliver(running, millis).perSecond());
        bench.say(
            "first, round %d: new process %,.0f/s, warm process %,.0f/s"
                .formatted(round, first.getLast(), later.getLast()));
      }
    }
    bench.discard(cold);
    bench.discard(warm);
    Series firsts = new Series("first %.1f s".formatted(millis / 1e3), "/s", first);
    Series warms = new Series("warm", "/s", later);
    return new RowReport(
        Row.FIRST,
        List.of(firsts, warms),
        List.of(Check.atLeast("of the warm rate", firsts.against(warms).median(), "x", 0.7, 0.9)),
        List.of(remarks.getLast()));
  }

  /** A store with subscriptions, made by a process of its own: creating them warms it up. */
  private Path subscribed() {
    Path data = bench.fresh("first");
    try (ServerProcess server = bench.server(data)) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
    }
    return data;
  }

  private RoundResult deliver(ServerProcess server, long millis) {
    return bench.deliver(
        server, LoadProfiles.single(server.port(), plan).again(bench.runName(), millis), 1);
  }
}
