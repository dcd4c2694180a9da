package io.posthorn.app;

import io.posthorn.sim.ScenarioRun;
import io.posthorn.sim.SeedSweep;
import io.posthorn.sim.SimulationFailure;
import io.posthorn.sim.SweepResult;
import io.posthorn.sim.scenario.InvalidScenarioException;
import io.posthorn.sim.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the delivery rules in virtual time.",
      "",
      "With --scenario: shows how a policy handles an outage, as a table and a timeline.",
      "With --seeds: runs random workloads with crashes, clock jumps and failing receivers, and",
      "checks every guarantee. A seed that fails is printed and can be rerun."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn simulate --scenario examples/scenarios/twenty-minute-outage.yaml",
      "  posthorn simulate --seeds 10000",
      "  posthorn simulate --seed 4711"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int FAILURES_SHOWN = 3;
  private static final int WIDTH = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @ArgGroup(multiplicity = "1")
  private What what = new What();

  @Option(
      names = "--from",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "The first seed of --seeds; default ${DEFAULT-VALUE}.")
  private long from;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "The number of seeds to run in parallel; default: the number of cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** The three modes. */
  static final class What {
    @Option(names = "--scenario", paramLabel = "FILE", description = "Run a scenario (YAML).")
    @Nullable Path scenario;

    @Option(names = "--seeds", paramLabel = "N", description = "Run N seeds.")
    long seeds;

    @Option(names = "--seed", paramLabel = "SEED", description = "Rerun one seed.")
    @Nullable Long seed;
  }

  @Override
  public Integer call() {
    if (what.scenario != null) {
      return play(what.scenario);
    }
    return what.seed == null ? sweep(from, what.seeds) : sweep(what.seed, 1);
  }

  private int play(Path file) {
    try {
      Scenario scenario = Scenario.parse(Files.readString(file), file.toString());
      out().println(ScenarioRun.play(scenario).render(WIDTH));
      return 0;
    } catch (IOException e) {
      spec.commandLine().getErr().println("Cannot read the scenario: " + file);
    } catch (InvalidScenarioException e) {
      spec.commandLine().getErr().println(e.getMessage());
    }
    return 2;
  }

  private int sweep(long first, long count) {
    long started = System.nanoTime();
    SeedProgress progress = new SeedProgress(spec.commandLine().getErr(), count);
    SweepResult result = new SeedSweep(first, count, threads).run(progress);
    progress.done();
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    result.failures().stream().limit(FAILURES_SHOWN).forEach(this::show);
    summary(result, took);
    return result.failures().isEmpty() ? 0 : 1;
  }

  private void show(SimulationFailure failure) {
    out().println(failure.getMessage());
    failure.lastLines().forEach(line -> out().println("    " + line));
    out().println();
  }

  private void summary(SweepResult result, Duration took) {
    out()
        .printf(
            Locale.ROOT,
            "%,d seeds passed, %,d failed, in %,d.%03d s: %,d simulated hours, %,d messages%n",
            result.passed(),
            result.failures().size(),
            took.toSeconds(),
            took.toMillisPart(),
            result.simulated().toHours(),
            result.messages());
    result.tally().forEach((what, n) -> out().printf(Locale.ROOT, "  %,14d %s%n", n, what));
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
