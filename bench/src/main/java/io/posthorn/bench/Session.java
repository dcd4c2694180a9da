package io.posthorn.bench;

import io.posthorn.bench.process.ServerCommand;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.row.Backlog;
import io.posthorn.bench.row.Factors;
import io.posthorn.bench.row.Footprint;
import io.posthorn.bench.row.Growth;
import io.posthorn.bench.row.Isolation;
import io.posthorn.bench.row.LongRun;
import io.posthorn.bench.row.Matching;
import io.posthorn.bench.row.OnKafka;
import io.posthorn.bench.row.Profile;
import io.posthorn.bench.row.Throughput;
import io.posthorn.bench.row.Workbench;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One run of the benchmark, row by row. */
final class Session {
  private final Plan plan;
  private final Path directory;
  private final ServerCommand command;
  private final Path chart;
  private final String brokerClassPath;
  private final PrintWriter out;
  private final long began = System.nanoTime();

  /**
   * A run.
   *
   * @param chart where the picture of a long run goes
   * @param brokerClassPath of a broker's jars, for the rows on Kafka
   */
  Session(
      Plan plan,
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
    try (Workbench bench = new Workbench(plan, directory, command, this::say)) {
      if (wanted.contains(Row.FOOTPRINT)) {
        reports.add(new Footprint(bench).run());
      }
      if (wanted.contains(Row.MATCHING)) {
        reports.add(new Matching(bench).run());
      }
      if (Throughput.isAmong(wanted) || wanted.contains(Row.ISOLATION)) {
        // Isolation needs to know what a third of the batch rate is.
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
      if (wanted.contains(Row.GROWTH)) {
        reports.add(new Growth(bench).run());
      }
      if (Backlog.isAmong(wanted)) {
        reports.addAll(new Backlog(bench, wanted).run());
      }
      if (wanted.contains(Row.LONG)) {
        reports.add(new LongRun(bench, chart).run());
      }
      if (wanted.contains(Row.FACTORS)) {
        reports.add(new Factors(bench).run());
      }
    }
    reports.sort(Comparator.comparing(RowReport::row));
    say("done");
    return reports;
  }

  /** The rows on Kafka, beside the embedded engine and the ceiling. */
  List<RowReport> runOnKafka(Profile profile) {
    try (Workbench bench = new Workbench(plan, directory, command, this::say)) {
      List<RowReport> reports = new ArrayList<>(new OnKafka(bench, brokerClassPath).run(profile));
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
