package io.posthorn.bench;

import io.posthorn.bench.cases.BenchPlan;
import io.posthorn.bench.cases.Profile;
import io.posthorn.bench.cases.VersionComparison;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.report.JsonFile;
import io.posthorn.bench.report.MachineFacts;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowComparison;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.TableText;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.ServerCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn bench}. */
@Command(
    name = "posthorn bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measures Posthorn's performance on this machine, in about fifteen minutes.",
      "",
      "The server, the receivers, the load generator and a bare HTTP client (the ceiling) run in",
      "separate processes. Prints a table and writes a JSON file. Keep the machine idle meanwhile.",
      "",
      "Rows: ceiling, batch, single, fan-out, first, sizes, spread, isolation, backlog,",
      "backlog-memory, restart, endpoints, matching, footprint, memory, growth. And with --long:",
      "long, factors.",
      "",
      "With --engine kafka: runs the same load on one node and on two nodes with their own broker,",
      "next to the embedded engine and the ceiling.",
      "",
      "With --against JAR: compares this jar with another one, round by round, for the rows batch,",
      "single, fan-out and matching. Exits with 3 if a row is significantly slower. --with gives",
      "settings to this jar alone: with the same jar twice, the difference is that of the settings."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn bench",
      "  posthorn bench --rows batch,single --rounds 5",
      "  posthorn bench --rows batch --profile",
      "  posthorn bench --engine kafka",
      "  posthorn bench --against ../before/posthorn.jar --rows batch,single --rounds 10"
    })
public final class Bench implements Callable<Integer> {
  private static final int SLOWER = 3;

  /** Rounds per jar: enough that one bad round does not decide the confidence interval. */
  private static final int AGAINST_ROUNDS = 6;

  /** The lines of a log that show why a process has failed. */
  private static final int LOG_LINES = 30;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--rows", split = ",", paramLabel = "ROW", description = "Only these rows.")
  private List<String> rows = List.of();

  @Option(names = "--engine", paramLabel = "ENGINE", description = "embedded (default) or kafka.")
  private String engine = "embedded";

  @Option(
      names = "--against",
      paramLabel = "JAR",
      description = "Compare with the posthorn.jar of another version.")
  private @Nullable Path against;

  @Option(
      names = "--with",
      paramLabel = "SETTING=VALUE",
      description = "With --against: a setting that the other jar does not get.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "The number of rounds; default 5, with --against 6.")
  private int rounds;

  @Option(
      names = "--quick",
      description = "Short rounds and a backlog of a million messages; figures are rough.")
  private boolean quick;

  @Option(
      names = "--long",
      description = "Also run twenty minutes of load, with a chart, and vary one factor at a time.")
  private boolean longRun;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "The duration of the long run in minutes; default 20.")
  private int minutes;

  @Option(names = "--tiny", hidden = true)
  private boolean tiny;

  @Option(names = "--json", paramLabel = "FILE", description = "The JSON file to write.")
  private Path json = Path.of("bench/target/bench.json");

  @Option(names = "--dir", paramLabel = "DIR", description = "The directory for temporary stores.")
  private Path parent = Path.of("bench/target");

  @Option(
      names = "--profile",
      description = "Profile the server's CPU time and allocation; best with a single row.")
  private boolean profile;

  @Option(names = "--broker-class-path", hidden = true)
  private Path brokerClassPath = Path.of("bench/target/broker.classpath");

  @Option(names = "--jar", hidden = true)
  private Path jar = Path.of("app/target/posthorn.jar");

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).setUsageHelpWidth(100).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      spec.commandLine().getErr().println("The benchmark needs Linux: it reads /proc.");
      return 1;
    }
    try {
      Set<Row> wanted = EnumSet.noneOf(Row.class);
      rows.forEach(title -> wanted.add(Row.of(title)));
      if (longRun) {
        wanted.addAll(EnumSet.of(Row.LONG, Row.FACTORS));
      }
      BenchPlan plan = tiny ? BenchPlan.TINY : quick ? BenchPlan.QUICK : BenchPlan.FULL;
      plan = rounds > 0 ? plan.withRounds(rounds) : plan;
      if (against != null) {
        return compare(rounds > 0 ? plan : plan.withRounds(AGAINST_ROUNDS), against, wanted, out);
      }
      if (!settings.isEmpty()) {
        throw new BenchException("--with needs --against; the rows have settings of their own.");
      }
      plan = minutes > 0 ? plan.withMinutes(minutes) : plan;
      run(plan, wanted.isEmpty() ? Row.table() : wanted, onKafka(wanted), out);
      return 0;
    } catch (BenchException e) {
      spec.commandLine().getErr().println("The benchmark failed: " + e.getMessage());
      return 1;
    }
  }

  private boolean onKafka(Set<Row> wanted) {
    boolean kafka = engine.equals("kafka");
    if (!kafka && !engine.equals("embedded")) {
      throw new BenchException("--engine is '" + engine + "'; use embedded or kafka.");
    }
    if (kafka && !wanted.isEmpty()) {
      throw new BenchException("--engine kafka has its own rows; leave out --rows and --long.");
    }
    return kafka;
  }

  private int compare(BenchPlan plan, Path given, Set<Row> wanted, PrintWriter out)
      throws IOException {
    // The launcher changes the working directory; paths are relative to the caller's.
    Path other =
        Path.of(Objects.requireNonNullElse(System.getenv("POSTHORN_CALLER_DIRECTORY"), ""))
            .resolve(given);
    if (!Files.isRegularFile(other)) {
      throw new BenchException("--against: file not found: " + other);
    }
    if (!engine.equals("embedded") || profile || !VersionComparison.ROWS.containsAll(wanted)) {
      throw new BenchException(
          "--against compares the rows batch, single, fan-out and matching, on the embedded engine,"
              + " without --profile.");
    }
    // An AOT cache belongs to one jar, so neither server gets one.
    List<String> options =
        launcherOptions().stream().filter(option -> !option.startsWith("-XX:AOTCache")).toList();
    List<RowComparison> compared = new ArrayList<>();
    inDirectory(
        out,
        (directory, facts) -> {
          Method.AGAINST.forEach(line -> out.println("- " + line));
          out.println("this: " + describe(jar) + (settings.isEmpty() ? "" : ", with " + settings));
          out.println("against: " + describe(other));
          compared.addAll(
              benchRun(plan, directory, ServerCommand.ofJar(jar.toAbsolutePath(), options), "", out)
                  .compare(
                      ServerCommand.ofJar(other.toAbsolutePath(), options),
                      settings,
                      wanted.isEmpty() ? VersionComparison.ROWS : wanted));
          out.println();
          out.println(RowComparison.table(compared));
          JsonFile.write(
              json,
              facts,
              plan.settings(),
              Method.AGAINST,
              compared.stream().map(RowComparison::report).toList());
          out.println("Wrote all rounds to " + json);
          out.flush();
        });
    return compared.stream().anyMatch(RowComparison::isSlower) ? SLOWER : 0;
  }

  private static String describe(Path file) throws IOException {
    return "%s, %,d bytes, %s".formatted(file, Files.size(file), Files.getLastModifiedTime(file));
  }

  private void run(BenchPlan plan, Set<Row> wanted, boolean kafka, PrintWriter out)
      throws IOException {
    Profile watched = new Profile(profile ? parent.toAbsolutePath().resolve("bench.jfr") : null);
    inDirectory(
        out,
        (directory, facts) -> {
          ServerCommand command = ServerCommand.ofJar(jar.toAbsolutePath(), launcherOptions());
          String classPath = kafka ? Files.readString(brokerClassPath) : "";
          BenchRun run = benchRun(plan, directory, command, classPath, out);
          if (kafka) {
            Method.ON_KAFKA.forEach(line -> out.println("- " + line));
          }
          List<RowReport> reports = kafka ? run.runOnKafka(watched) : run.run(wanted, watched);
          out.println();
          out.println(TableText.of(reports));
          List<String> method = kafka ? Method.ON_KAFKA : Method.LINES;
          JsonFile.write(json, facts, plan.settings(), method, reports);
          out.println("Wrote all rounds to " + json);
          out.print(watched.found());
          out.flush();
        });
  }

  private BenchRun benchRun(
      BenchPlan plan, Path directory, ServerCommand command, String classPath, PrintWriter out) {
    return new BenchRun(plan, directory, command, parent.resolve("bench-long.svg"), classPath, out);
  }

  /** A task that runs in a temporary directory. */
  @FunctionalInterface
  private interface Work {
    void run(Path directory, Map<String, String> machineFacts) throws IOException;
  }

  private void inDirectory(PrintWriter out, Work work) throws IOException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent.toAbsolutePath(), "run-");
    try {
      Map<String, String> facts = MachineFacts.read(directory);
      facts.forEach((what, value) -> out.println(what + ": " + value));
      out.flush();
      work.run(directory, facts);
    } catch (BenchException e) {
      lastLines(directory.resolve("children.log")).forEach(out::println);
      throw e;
    } finally {
      DirectoryTree.delete(directory);
    }
  }

  /** The end of a log, to show when a process has failed. */
  private static List<String> lastLines(Path log) {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The JVM options that the launcher uses; it passes them on. */
  private static List<String> launcherOptions() {
    @Nullable String options = System.getenv("POSTHORN_SERVER_OPTIONS");
    return options == null || options.isBlank()
        ? List.of()
        : List.of(options.strip().split("\\s+", -1));
  }
}
