package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadOrder;
import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Compared;
import io.posthorn.bench.report.Row;
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
 * Two versions of Posthorn under the same load, in turns.
 *
 * <p>Both servers run for the whole time, each on a store of its own. A round is one of each, the
 * first being this one and the other one alternately; it begins when the server before has come to
 * rest, so that neither pays for the other's compaction.
 */
public final class VersionComparison {
  /** The rows that can be compared: all that a server shows from outside. */
  public static final Set<Row> ROWS =
      Collections.unmodifiableSet(EnumSet.of(Row.BATCH, Row.SINGLE, Row.FAN_OUT, Row.MATCHING));

  private static final int REST_POLLS = 50;
  private static final long REST_POLL_MILLIS = 100;

  /** At most a tenth of a core: Linux counts CPU time in hundredths of a second. */
  private static final double REST_CPU_SECONDS = 0.01;

  private final Workbench bench;
  private final Plan plan;
  private final ServerCommand ours;
  private final ServerCommand theirs;
  private final Set<Row> rows;

  /**
   * A comparison.
   *
   * @param ours this version
   * @param theirs the version that it is compared with
   */
  public VersionComparison(
      Workbench bench, ServerCommand ours, ServerCommand theirs, Set<Row> wanted) {
    this.bench = bench;
    plan = bench.plan();
    this.ours = ours;
    this.theirs = theirs;
    rows = EnumSet.copyOf(wanted);
  }

  public List<Compared> run() {
    Path ourData = bench.fresh("this");
    Path theirData = bench.fresh("against");
    List<Compared> compared = new ArrayList<>();
    bench.say("starting both servers");
    try (ServerProcess our = bench.server(ours, ourData, Map.of());
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
      Subscribers.filtered(server, Orders.BATCH, plan, bench.port());
    }
    if (rows.contains(Row.FAN_OUT)) {
      Subscribers.fanned(server, Orders.FAN, plan, bench.port());
    }
    if (rows.contains(Row.MATCHING)) {
      Subscribers.unmatched(server, Orders.UNMATCHED, plan, bench.port());
    }
  }

  private Compared compare(Row row, ServerProcess our, ServerProcess their) {
    bench.say("warming up: " + row.title());
    measure(row, our, plan.warmMillis());
    measure(row, their, plan.warmMillis());
    List<Compared.Figure> ourFigures = new ArrayList<>();
    List<Compared.Figure> theirFigures = new ArrayList<>();
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
    return new Compared(row, ourFigures, theirFigures);
  }

  private Compared.Figure measure(Row row, ServerProcess server, long millis) {
    Compared.Figure figure =
        switch (row) {
          case MATCHING -> accepted(server, Orders.unmatched(server.port(), plan), millis);
          case SINGLE -> delivered(server, Orders.single(server.port(), plan), millis, 1);
          case FAN_OUT ->
              delivered(
                  server, Orders.fanOut(server.port(), plan), millis, plan.codes() * Plan.REGIONS);
          default -> delivered(server, Orders.batch(server.port(), plan), millis, 1);
        };
    awaitRest(server);
    return figure;
  }

  private Compared.Figure delivered(
      ServerProcess server, LoadOrder order, long millis, int messagesPerEvent) {
    Delivered delivered =
        bench.deliver(server, order.again(bench.runName(), millis), messagesPerEvent);
    return new Compared.Figure(delivered.perSecond(), delivered.serverMicros());
  }

  /** Events that match nothing: their rate is that of the answers, and nothing may be received. */
  private Compared.Figure accepted(ServerProcess server, LoadOrder order, long millis) {
    ProcessUsage usage = new ProcessUsage(server.pid());
    double cpu = usage.cpuSeconds();
    ReceiversProcess.Count before = bench.receivers().count();
    LoadProcess.Posted posted = bench.load().run(order.again(bench.runName(), millis));
    double cpuMicros = (usage.cpuSeconds() - cpu) * 1e6;
    bench.receivers().await(before, 0);
    double seconds = (posted.answeredAt() - posted.startedAt()) / 1e6;
    return new Compared.Figure(posted.accepted() / seconds, cpuMicros / posted.accepted());
  }

  /** Waits until a server has nothing left to do, such as compaction; for five seconds at most. */
  private static void awaitRest(ServerProcess server) {
    ProcessUsage usage = new ProcessUsage(server.pid());
    double before = usage.cpuSeconds();
    for (int i = 0; i < REST_POLLS; i++) {
      Workbench.pause(REST_POLL_MILLIS);
      double now = usage.cpuSeconds();
      if (now - before <= REST_CPU_SECONDS + 1e-9) {
        return;
      }
      before = now;
    }
  }
}
