package io.posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.bench.cases.BenchPlan;
import io.posthorn.bench.cases.Profile;
import io.posthorn.bench.cases.VersionComparison;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.JsonFile;
import io.posthorn.bench.report.MachineFacts;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowComparison;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.TableText;
import io.posthorn.testkit.ServerCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs all rows with a tiny plan; the figures are meaningless. */
@Tag("thorough")
final class BenchRunTest {
  /** Each row starts servers; without the C2 compiler that is much faster on few cores. */
  private static final ServerCommand COMMAND =
      ServerCommand.ofMainClass("io.posthorn.app.Posthorn", List.of("-XX:TieredStopAtLevel=1"));

  /** The heap of a few endpoints is less than two heaps differ by chance: it may be negative. */
  private static final String DIFFERENCE = "heap for each";

  @TempDir Path directory = Path.of("");

  @Test
  @Timeout(900) // a moment on an idle machine, minutes on a busy one
  void every_row_runs_and_every_accepted_event_is_received() throws IOException {
    StringWriter output = new StringWriter();
    // The factors are batch loads again, nine of them; those on Kafka are run below.
    Set<Row> rows = EnumSet.range(Row.CEILING, Row.LONG);

    List<RowReport> reports =
        new BenchRun(
                BenchPlan.TINY,
                directory,
                COMMAND,
                directory.resolve("c.svg"),
                "",
                new PrintWriter(output))
            .run(rows, new Profile(null));

    assertThat(reports).extracting(RowReport::row).containsExactlyElementsOf(rows);
    assertThat(reports)
        .allSatisfy(
            report -> {
              assertThat(report.series()).isNotEmpty();
              assertThat(report.series())
                  .filteredOn(series -> !series.name().equals(DIFFERENCE))
                  .allSatisfy(series -> assertThat(series.median()).isPositive());
              assertThat(report.checks()).isNotEmpty();
            });
    // Three writes are the least: the event, its id, and the message.
    assertThat(check(reports, Row.GROWTH, "store writes per message")).isBetween(3.0, 100.0);
    assertThat(TableText.of(reports)).contains("| batch | of the ceiling |");

    assertThat(directory.resolve("c.svg")).content().contains("<polyline", "</svg>");

    Path json = directory.resolve("bench.json");
    JsonFile.write(
        json, MachineFacts.read(directory), BenchPlan.TINY.settings(), Method.LINES, reports);
    assertThat(Files.readString(json)).contains("\"row\" : \"fan-out\"", "fsyncMicrosP50");
  }

  @Test
  @Timeout(300)
  void two_versions_are_compared_in_alternation() {
    StringWriter output = new StringWriter();

    List<RowComparison> compared =
        new BenchRun(
                BenchPlan.TINY.withRounds(2),
                directory,
                COMMAND,
                directory.resolve("c.svg"),
                "",
                new PrintWriter(output))
            .compare(COMMAND, Map.of("log.format", "json"), VersionComparison.ROWS);

    assertThat(compared)
        .extracting(RowComparison::row)
        .containsExactlyElementsOf(VersionComparison.ROWS);
    assertThat(compared).allSatisfy(row -> assertThat(row.ours()).hasSize(2));
    assertThat(output.toString()).contains("matching, round 2 of 2: this ");
    assertThat(RowComparison.table(compared)).contains("| fan-out | ");
  }

  /** Runs only if named: a broker and five servers take most of a minute. */
  @Test
  @Tag("long-kafka")
  @Timeout(900)
  void the_kafka_rows_run_and_every_accepted_event_is_received() {
    StringWriter output = new StringWriter();
    String classPath = System.getProperty("java.class.path", "");

    List<RowReport> reports =
        new BenchRun(
                BenchPlan.TINY,
                directory,
                COMMAND,
                directory.resolve("c.svg"),
                classPath,
                new PrintWriter(output))
            .runOnKafka(new Profile(null));

    assertThat(reports)
        .extracting(RowReport::row)
        .containsExactly(
            Row.CEILING,
            Row.BATCH,
            Row.KAFKA_ONE,
            Row.KAFKA_FAN_10,
            Row.KAFKA_FAN_100,
            Row.KAFKA_IDLE,
            Row.KAFKA_RESTORE,
            Row.KAFKA_TWO);
    assertThat(check(reports, Row.KAFKA_TWO, "of the embedded engine")).isPositive();
    assertThat(check(reports, Row.KAFKA_ONE, "to topics")).isBetween(500.0, 100_000.0);
    assertThat(check(reports, Row.KAFKA_RESTORE, "records restored")).isGreaterThan(500);
  }

  private static double check(List<RowReport> reports, Row row, String name) {
    return reports.stream()
        .filter(report -> report.row() == row)
        .flatMap(report -> report.checks().stream())
        .filter(check -> check.name().equals(name))
        .mapToDouble(Check::measured)
        .findFirst()
        .orElseThrow();
  }
}
