package io.posthorn.bench;

import io.posthorn.bench.cases.BenchEnvironment;
import io.posthorn.bench.cases.BenchPlan;
import io.posthorn.bench.cases.FactorSweep;
import io.posthorn.bench.cases.FirstSeconds;
import io.posthorn.bench.cases.Footprint;
import io.posthorn.bench.cases.Isolation;
import io.posthorn.bench.cases.KafkaThroughput;
import io.posthorn.bench.cases.LongRun;
import io.posthorn.bench.cases.ManyEndpoints;
import io.posthorn.bench.cases.Matching;
import io.posthorn.bench.cases.MemoryLimit;
import io.posthorn.bench.cases.OrderedThroughput;
import io.posthorn.bench.cases.Profile;
import io.posthorn.bench.cases.Sizes;
import io.posthorn.bench.cases.Spread;
import io.posthorn.bench.cases.StorageGrowth;
import io.posthorn.bench.cases.Throughput;
import io.posthorn.bench.cases.VersionComparison;
import io.posthorn.bench.cases.WaitingMessages;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowComparison;
import io.posthorn.bench.report.RowReport;
import io.posthorn.testkit.ServerCommand;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One run of the benchmark: runs the selected rows one after the other. */
final class BenchRun {
  private final BenchPlan plan;
  private final Path directory;
  private final ServerCommand command;
  private final Path chart;
  private final String brokerClassPath;
  private final PrintWriter out;
  private final long began = System.nanoTime();

  /**
   * A run.
   *
   * @param chart the file for the long run's chart
   * @param brokerClassPath the class path of a Kafka broker, for the Kafka rows
   */
  BenchRun(
      BenchPlan plan,
      Path directory,
      ServerCommand command,
      Path chart,
      String brokerClassPath,
      PrintWriter out) {
    this.plan = plan;
    this.directory = directory;
    this.command = command;
    this.chart = chart;
    this.brokerClassPath = brokerClassPath;
    this.out = out;
  }

  List<RowReport> run(Set<Row> wanted, Profile profile) {
    List<RowReport> reports = new ArrayList<>();
    try (BenchEnvironment bench = new BenchEnvironment(plan, directory, command, this::say)) {
      if (wanted.contains(Row.FOOTPRINT)) {
        reports.add(new Footprint(bench).run());
      }
      if (wanted.contains(Row.MATCHING)) {
        reports.add(new Matching(bench).run());
      }
      if (Throughput.isAmong(wanted) || wanted.contains(Row.ISOLATION)) {
        // Isolation runs at a third of the batch rate.
        Set<Row> rows = EnumSet.copyOf(wanted);
        if (wanted.contains(Row.ISOLATION)) {
          rows.add(Row.BATCH);
        }
        Throughput throughput = new Throughput(bench, rows);
        reports.addAll(throughput.run(profile));
        if (wanted.contains(Row.ISOLATION)) {
          reports.add(new Isolation(bench).run(throughput.rate(Row.BATCH)));
        }
      }
      if (wanted.contains(Row.ORDERED)) {
        reports.add(new OrderedThroughput(bench).run());
      }
      if (wanted.contains(Row.FIRST)) {
        reports.add(new FirstSeconds(bench).run());
      }
      if (wanted.contains(Row.SIZES)) {
        reports.add(new Sizes(bench).run());
      }
      if (wanted.contains(Row.SPREAD)) {
        reports.add(new Spread(bench).run());
      }
      if (wanted.contains(Row.ENDPOINTS)) {
        reports.add(new ManyEndpoints(bench).run());
      }
      if (wanted.contains(Row.MEMORY)) {
        reports.add(new MemoryLimit(bench).run());
      }
      if (wanted.contains(Row.GROWTH)) {
        reports.add(new StorageGrowth(bench).run());
      }
      if (WaitingMessages.isAmong(wanted)) {
        reports.addAll(new WaitingMessages(bench, wanted).run());
      }
      if (wanted.contains(Row.LONG)) {
        reports.add(new LongRun(bench, chart).run());
      }
      if (wanted.contains(Row.FACTORS)) {
        reports.add(new FactorSweep(bench).run());
      }
    }
    reports.sort(Comparator.comparing(RowReport::row));
    say("done");
    return reports;
  }

  /** Compares this run's jar, which alone gets the settings, with another one, in alternation. */
  List<RowComparison> compare(ServerCommand other, Map<String, String> settings, Set<Row> wanted) {
    try (BenchEnvironment bench = new BenchEnvironment(plan, directory, command, this::say)) {
      List<RowComparison> compared =
          new VersionComparison(bench, command, other, settings, wanted).run();
      say("done");
      return compared;
    }
  }

  /** Runs the Kafka rows, next to the embedded engine and the ceiling. */
  List<RowReport> runOnKafka(Profile profile) {
    try (BenchEnvironment bench = new BenchEnvironment(plan, directory, command, this::say)) {
      List<RowReport> reports =
          new ArrayList<>(new KafkaThroughput(bench, brokerClassPath).run(profile));
      reports.sort(Comparator.comparing(RowReport::row));
      say("done");
      return reports;
    }
  }

  private void say(String line) {
    out.printf(Locale.ROOT, "%5.0f s  %s%n", (System.nanoTime() - began) / 1e9, line);
    out.flush();
  }
}
