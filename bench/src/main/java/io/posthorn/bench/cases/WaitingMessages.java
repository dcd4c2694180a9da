package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.LiveHeap;
import io.posthorn.bench.process.ProcessUsage;
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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The backlog rows: the cost of waiting messages. Two servers, with and without a backlog,
 * alternate.
 */
public final class WaitingMessages {
  private static final double MIB = 1 << 20;

  /** No probe during the measurement. */
  private static final Map<String, String> SETTINGS = Map.of("circuit.probe-interval", "20d");

  private static final Pattern LANES =
      Pattern.compile("\"waiting\":\\{\"first\":(\\d+),\"retry\":(\\d+)");
  private static final Pattern NEXT = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");

  private final BenchEnvironment bench;
  private final BenchPlan plan;
  private final Set<Row> wanted;
  private final Path empty;
  private final Path full;
  private final List<RowReport> reports = new ArrayList<>();
  private String seeded = "";

  public WaitingMessages(BenchEnvironment bench, Set<Row> wanted) {
    this.bench = bench;
    this.wanted = wanted;
    plan = bench.plan();
    empty = bench.fresh("no-backlog");
    full = bench.fresh("backlog");
  }

  public static boolean isAmong(Set<Row> wanted) {
    return wanted.contains(Row.BACKLOG)
        || wanted.contains(Row.BACKLOG_MEMORY)
        || wanted.contains(Row.RESTART);
  }

  public List<RowReport> run() {
    seed();
    try (ServerProcess without = bench.server(empty, SETTINGS, List.of());
        ServerProcess with = bench.server(full, SETTINGS, List.of())) {
      checkWaiting(with);
      if (wanted.contains(Row.BACKLOG) || wanted.contains(Row.BACKLOG_MEMORY)) {
        rates(without, with);
      }
      if (wanted.contains(Row.BACKLOG_MEMORY)) {
        memory(without, with);
      }
    }
    if (wanted.contains(Row.RESTART)) {
      restarts();
    }
    bench.discard(empty);
    bench.discard(full);
    return reports;
  }

  private void seed() {
    bench.say("backlog: filling a store with %,d messages".formatted(plan.backlog()));
    long start = System.nanoTime();
    seeded = Seed.run(full.resolve("store"), plan.backlog(), bench.log());
    double seconds = (System.nanoTime() - start) / 1e9;
    seeded =
        "%,d messages written in %.0f s through the real shard (%s), %.0f MiB on disk: each event"
                .formatted(plan.backlog(), seconds, seeded, StoreFile.bytes(full) / MIB)
            + " is 1,000 messages; 40 % frozen, 40 % held by disabled endpoints, 20 % due in a day";
    bench.say("backlog: " + seeded);
  }

  /**
   * Checks the server's own count of waiting messages, so that the figures are about the backlog.
   */
  private void checkWaiting(ServerProcess server) {
    long waiting = 0;
    String cursor = "";
    do {
      String page = server.get("/api/v1/endpoints?limit=100" + cursor);
      Matcher lanes = LANES.matcher(page);
      while (lanes.find()) {
        waiting += Long.parseLong(lanes.group(1)) + Long.parseLong(lanes.group(2));
      }
      Matcher next = NEXT.matcher(page);
      cursor = next.find() ? "&cursor=" + next.group(1) : "";
    } while (!cursor.isEmpty());
    if (waiting < plan.backlog()) {
      throw new BenchException(
          "expected %,d waiting messages, found %,d".formatted(plan.backlog(), waiting));
    }
  }

  private void rates(ServerProcess without, ServerProcess with) {
    for (ServerProcess server : List.of(without, with)) {
      bench.say("backlog: subscribing and warming up");
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
      deliver(server, plan.warmMillis());
    }
    List<Double> rateWithout = new ArrayList<>();
    List<Double> rateWith = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      rateWithout.add(deliver(without, plan.roundMillis()));
      rateWith.add(deliver(with, plan.roundMillis()));
      bench.say(
          "round %d: without backlog %,.0f/s, with %,.0f/s"
              .formatted(round, rateWithout.getLast(), rateWith.getLast()));
    }
    Series none = new Series("batch, none waiting", "/s", rateWithout);
    Series many = new Series("batch, many waiting", "/s", rateWith);
    reports.add(
        new RowReport(
            Row.BACKLOG,
            List.of(none, many),
            List.of(
                Check.atLeast(
                    "of the rate with none", many.against(none).median(), "x", 0.98, Double.NaN)),
            List.of(seeded)));
  }

  private double deliver(ServerProcess server, long millis) {
    LoadSpec order = LoadProfiles.batch(server.port(), plan).again(bench.runName(), millis);
    return bench.deliver(server, order, 1).perSecond();
  }

  /**
   * Measures memory after the same load on both. The heap comes first: a full collection also
   * returns memory. The JVM does so in the background, so that without a pause the server that was
   * collected last would seem to have hundreds of MiB more.
   */
  private void memory(ServerProcess without, ServerProcess with) {
    bench.say("backlog: measuring memory");
    double heapWithout = LiveHeap.bytes(without.pid()) / MIB;
    double heapWith = LiveHeap.bytes(with.pid()) / MIB;
    BenchEnvironment.pause(plan.idleMillis());
    double residentWithout = new ProcessUsage(without.pid()).residentBytes() / MIB;
    double residentWith = new ProcessUsage(with.pid()).residentBytes() / MIB;
    reports.add(
        new RowReport(
            Row.BACKLOG_MEMORY,
            List.of(
                new Series("heap, none waiting", "MiB", List.of(heapWithout)),
                new Series("heap, many waiting", "MiB", List.of(heapWith)),
                new Series("RSS, none waiting", "MiB", List.of(residentWithout)),
                new Series("RSS, many waiting", "MiB", List.of(residentWith))),
            List.of(
                Check.atMost("more heap", heapWith - heapWithout, "MiB", 50, 10),
                Check.atMost("more RSS", residentWith - residentWithout, "MiB", 100, Double.NaN),
                Check.info("RocksDB memory, none waiting", storeMemory(without), "MiB"),
                Check.info("RocksDB memory, many waiting", storeMemory(with), "MiB")),
            List.of()));
  }

  private static double storeMemory(ServerProcess server) {
    return ScrapedMetrics.of(server).sum("posthorn_store_memory") / MIB;
  }

  private void restarts() {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      without.add(start(bench.fresh("empty"), Map.of()));
      with.add(start(full, SETTINGS));
      bench.say(
          "restart: empty store %.2f s, with backlog %.2f s"
              .formatted(without.getLast(), with.getLast()));
    }
    Series empties = new Series("start, empty store", "s", without);
    Series fulls = new Series("start, with those messages", "s", with);
    reports.add(
        new RowReport(
            Row.RESTART,
            List.of(empties, fulls),
            List.of(
                Check.atMost(
                    "against an empty store", fulls.against(empties).median(), "x", 3, 1.5)),
            List.of("after a graceful stop; the files are in the page cache")));
  }

  private double start(Path data, Map<String, String> settings) {
    try (ServerProcess server = bench.server(data, settings, List.of())) {
      return BenchEnvironment.startSeconds(server);
    }
  }
}
