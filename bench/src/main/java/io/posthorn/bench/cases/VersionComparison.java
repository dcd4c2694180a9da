package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowComparison;
import io.posthorn.testkit.ServerCommand;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A comparison of two versions of Posthorn under the same load.
 *
 * <p>Both servers run for the whole time, each on its own store. A round measures both, in
 * alternating order. Each measurement begins when the other server is idle, so that neither pays
 * for the other's compaction.
 */
public final class VersionComparison {
  /** The rows that can be compared: those that only use a server's HTTP API. */
  public static final Set<Row> ROWS =
      Collections.unmodifiableSet(EnumSet.of(Row.BATCH, Row.SINGLE, Row.FAN_OUT, Row.MATCHING));

  private static final int REST_POLLS = 50;
  private static final long REST_POLL_MILLIS = 100;

  /** A tenth of a core: Linux counts CPU time in hundredths of a second. */
  private static final double REST_CPU_SECONDS = 0.01;

  private final BenchEnvironment bench;
  private final BenchPlan plan;
  private final ServerCommand ours;
  private final ServerCommand theirs;
  private final Map<String, String> settings;
  private final Set<Row> rows;

  /**
   * A comparison.
   *
   * @param ours this version
   * @param theirs the other version
   * @param settings settings that this version alone gets
   */
  public VersionComparison(
      BenchEnvironment bench,
      ServerCommand ours,
      ServerCommand theirs,
      Map<String, String> settings,
      Set<Row> wanted) {
    this.bench = bench;
    plan = bench.plan();
    this.ours = ours;
    this.theirs = theirs;
    this.settings = Map.copyOf(settings);
    rows = EnumSet.copyOf(wanted);
  }

  public List<RowComparison> run() {
    Path ourData = bench.fresh("this");
    Path theirData = bench.fresh("against");
    List<RowComparison> compared = new ArrayList<>();
    bench.say("starting both servers");
    try (ServerProcess our = bench.server(ours, ourData, settings);
        ServerProcess their = bench.server(theirs, theirData, Map.of())) {
      for (ServerProcess server : List.of(our, their)) {
        subscribe(server);
      }
      for (Row row : rows) {
        compared.add(compare(row, our, their));
      }
    }
    bench.discard(ourData);
    bench.discard(theirData);
    return compared;
  }

  private void subscribe(ServerProcess server) {
    bench.say("subscribing");
    if (rows.contains(Row.BATCH) || rows.contains(Row.SINGLE)) {
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
    }
    if (rows.contains(Row.FAN_OUT)) {
      SubscriptionSetup.fanned(server, LoadProfiles.FAN, plan, bench.port());
    }
    if (rows.contains(Row.MATCHING)) {
      SubscriptionSetup.unmatched(server, LoadProfiles.UNMATCHED, plan, bench.port());
    }
  }

  private RowComparison compare(Row row, ServerProcess our, ServerProcess their) {
    bench.say("warming up: " + row.title());
    measure(row, our, plan.warmMillis());
    measure(row, their, plan.warmMillis());
    List<RowComparison.Figure> ourFigures = new ArrayList<>();
    List<RowComparison.Figure> theirFigures = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      if (round % 2 == 1) {
        ourFigures.add(measure(row, our, plan.roundMillis()));
        theirFigures.add(measure(row, their, plan.roundMillis()));
      } else {
        theirFigures.add(measure(row, their, plan.roundMillis()));
        ourFigures.add(measure(row, our, plan.roundMillis()));
      }
      double ourRate = ourFigures.getLast().perSecond();
      double theirRate = theirFigures.getLast().perSecond();
      bench.say(
          "%s, round %d of %d: this %,.0f/s, against %,.0f/s: %.2f x"
              .formatted(
                  row.title(), round, plan.rounds(), ourRate, theirRate, ourRate / theirRate));
    }
    return new RowComparison(row, ourFigures, theirFigures);
  }

  private RowComparison.Figure measure(Row row, ServerProcess server, long millis) {
    RowComparison.Figure figure =
        switch (row) {
          case MATCHING -> accepted(server, LoadProfiles.unmatched(server.port(), plan), millis);
          case SINGLE -> delivered(server, LoadProfiles.single(server.port(), plan), millis, 1);
          case FAN_OUT ->
              delivered(
                  server,
                  LoadProfiles.fanOut(server.port(), plan),
                  millis,
                  plan.codes() * BenchPlan.REGIONS);
          default -> delivered(server, LoadProfiles.batch(server.port(), plan), millis, 1);
        };
    awaitRest(server);
    return figure;
  }

  private RowComparison.Figure delivered(
      ServerProcess server, LoadSpec order, long millis, int messagesPerEvent) {
    RoundResult delivered =
        bench.deliver(server, order.again(bench.runName(), millis), messagesPerEvent);
    return new RowComparison.Figure(delivered.perSecond(), delivered.serverMicros());
  }

  /**
   * Measures events that match nothing: the rate is that of the responses, and no message may
   * arrive.
   */
  private RowComparison.Figure accepted(ServerProcess server, LoadSpec order, long millis) {
    ProcessUsage usage = new ProcessUsage(server.pid());
    double cpu = usage.cpuSeconds();
    ReceiversProcess.Count before = bench.receivers().count();
    LoadProcess.Posted posted = bench.load().run(order.again(bench.runName(), millis));
    double cpuMicros = (usage.cpuSeconds() - cpu) * 1e6;
    bench.receivers().await(before, 0);
    double seconds = (posted.respondedAt() - posted.startedAt()) / 1e6;
    return new RowComparison.Figure(posted.accepted() / seconds, cpuMicros / posted.accepted());
  }

  /** Waits until a server is idle (compaction included), for at most five seconds. */
  private static void awaitRest(ServerProcess server) {
    ProcessUsage usage = new ProcessUsage(server.pid());
    double before = usage.cpuSeconds();
    for (int i = 0; i < REST_POLLS; i++) {
      BenchEnvironment.pause(REST_POLL_MILLIS);
      double now = usage.cpuSeconds();
      if (now - before <= REST_CPU_SECONDS + 1e-9) {
        return;
      }
      before = now;
    }
  }
}
