package io.posthorn.bench;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.Scraps;
import io.posthorn.bench.process.ServerCommand;
import io.posthorn.bench.report.JsonFile;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Surroundings;
import io.posthorn.bench.report.TableText;
import io.posthorn.bench.row.Profile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
      "Measures how quick Posthorn is on this machine, in under ten minutes.",
      "",
      "Server, receivers, callers and a plain client as the ceiling run in processes of their own",
      "and in turns; a table and a JSON file at the end. Leave the machine alone meanwhile.",
      "",
      "Rows: ceiling, batch, single, fan-out, isolation, backlog, backlog-memory, restart,",
      "matching, footprint, growth. And with --long: long, factors.",
      "",
      "With --engine kafka: the same load on one node and on two, with a broker of its own, beside",
      "the embedded engine and the ceiling."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn bench",
      "  posthorn bench --rows batch,single --rounds 5",
      "  posthorn bench --rows batch --profile",
      "  posthorn bench --engine kafka"
    })
public final class Bench implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--rows", split = ",", paramLabel = "ROW", description = "Only these rows.")
  private List<String> rows = List.of();

  @Option(names = "--engine", paramLabel = "ENGINE", description = "embedded (default) or kafka.")
  private String engine = "embedded";

  @Option(names = "--rounds", paramLabel = "N", description = "How many rounds; default 3.")
  private int rounds;

  @Option(names = "--quick", description = "Short rounds and a backlog of a million, for a look.")
  private boolean quick;

  @Option(
      names = "--long",
      description = "Twenty minutes of load, with a chart; then one factor at a time.")
  private boolean longRun;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long the long run's load lasts; default 20.")
  private int minutes;

  @Option(names = "--tiny", hidden = true)
  private boolean tiny;

  @Option(names = "--json", paramLabel = "FILE", description = "Where the JSON file goes.")
  private Path json = Path.of("bench/target/bench.json");

  @Option(names = "--dir", paramLabel = "DIR", description = "Where the stores lie meanwhile.")
  private Path parent = Path.of("bench/target");

  @Option(
      names = "--profile",
      description = "Shows where the server's time and memory go; best with a single row.")
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
      spec.commandLine().getErr().println("The benchmark reads /proc, and needs Linux.");
      return 1;
    }
    try {
      Set<Row> wanted = EnumSet.noneOf(Row.class);
      rows.forEach(title -> wanted.add(Row.of(title)));
      if (longRun) {
        wanted.addAll(EnumSet.of(Row.LONG, Row.FACTORS));
      }
      Plan plan = tiny ? Plan.TINY : quick ? Plan.QUICK : Plan.FULL;
      plan = rounds > 0 ? plan.withRounds(rounds) : plan;
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
      throw new BenchException("--engine is '" + engine + "': it can be embedded or kafka.");
    }
    if (kafka && !wanted.isEmpty()) {
      throw new BenchException("--engine kafka has rows of its own: leave --rows and --long out.");
    }
    return kafka;
  }

  private void run(Plan plan, Set<Row> wanted, boolean kafka, PrintWriter out) throws IOException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent.toAbsolutePath(), "run-");
    try {
      Map<String, String> surroundings = Surroundings.look(directory);
      surroundings.forEach((what, value) -> out.println(what + ": " + value));
      out.flush();
      Profile watched = new Profile(profile ? parent.toAbsolutePath().resolve("bench.jfr") : null);
      Session session =
          new Session(
              plan,
              directory,
              new ServerCommand(jar.toAbsolutePath(), launcherOptions()),
              parent.resolve("bench-long.svg"),
              kafka ? Files.readString(brokerClassPath) : "",
              out);
      if (kafka) {
        Method.ON_KAFKA.forEach(line -> out.println("- " + line));
      }
      List<RowReport> reports = kafka ? session.runOnKafka(watched) : session.run(wanted, watched);
      out.println();
      out.println(TableText.of(reports));
      List<String> method = kafka ? Method.ON_KAFKA : Method.LINES;
      JsonFile.write(json, surroundings, plan.settings(), method, reports);
      out.println("All rounds are in " + json);
      out.print(watched.found());
      out.flush();
    } catch (BenchException e) {
      Scraps.lastLines(directory.resolve("children.log")).forEach(out::println);
      throw e;
    } finally {
      Scraps.remove(directory);
    }
  }

  /** What the launcher starts a server with; it tells us. */
  private static List<String> launcherOptions() {
    @Nullable String options = System.getenv("POSTHORN_SERVER_OPTIONS");
    return options == null || options.isBlank()
        ? List.of()
        : List.of(options.strip().split("\\s+", -1));
  }
}
