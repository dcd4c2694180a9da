package io.posthorn.sim.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks each rule of {@link Mutants} and requires that a test or a seed fails. Tries a few mutants
 * at a time, each in a process of its own, and writes the failures to {@code target/mutants.md} in
 * the order of the mutants.
 */
@Tag("mutation")
final class MutationCheckTest {
  private static final int MINUTES = 5;

  /** A trial has a thread or two, and at most a gigabyte. */
  private static final int AT_ONCE = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);

  private final Path root = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder = Path.of("");

  @Test
  void every_deliberate_break_of_a_rule_is_caught() throws Exception {
    List<Mutant> mutants = chosen();
    List<String> rows = new ArrayList<>();
    List<String> survivors = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<List<String>>> trials = new ArrayList<>();
      for (int i = 0; i < mutants.size(); i++) {
        Mutant mutant = mutants.get(i);
        Path own = folder.resolve(String.valueOf(i));
        trials.add(executor.submit(() -> tryOut(mutant, own)));
      }
      for (int i = 0; i < mutants.size(); i++) {
        Mutant mutant = mutants.get(i);
        List<String> findings = trials.get(i).get();
        String tests = of(findings, MutantTrial.TEST);
        String seeds = of(findings, MutantTrial.SEED);
        rows.add("| %s | %s | %s |".formatted(mutant.breaks(), tests, seeds));
        System.out.printf("%3d of %d  %s%n", i + 1, mutants.size(), rows.getLast());
        if (tests.isEmpty() && seeds.isEmpty()) {
          survivors.add(mutant.breaks());
        }
      }
    }
    Files.write(root.resolve("sim/target/mutants.md"), rows);
    assertThat(survivors).as("breaks that went unnoticed").isEmpty();
  }

  /**
   * All mutants, or those whose description matches the expression in {@code -Dposthorn.mutants};
   * of these the part in {@code -Dposthorn.mutants.part}: {@code 2/3} is every third one, from the
   * second.
   */
  private static List<Mutant> chosen() {
    String words = System.getProperty("posthorn.mutants", "");
    String[] part = System.getProperty("posthorn.mutants.part", "1/1").split("/", 2);
    int step = Integer.parseInt(part[1]);
    List<Mutant> matching =
        Mutants.all().stream()
            .filter(mutant -> mutant.breaks().matches(".*(" + words + ").*"))
            .toList();
    List<Mutant> chosen = new ArrayList<>();
    for (int i = Integer.parseInt(part[0]) - 1; i < matching.size(); i += step) {
      chosen.add(matching.get(i));
    }
    assertThat(chosen).as("mutants whose description matches %s", words).isNotEmpty();
    return chosen;
  }

  /** A mutant that never ends, or crashes, counts as caught. */
  private List<String> tryOut(Mutant mutant, Path own) throws IOException, InterruptedException {
    Path classes = new MutantCompiler(root, own).make(mutant);
    Path output = own.resolve("output");
    Mutant.Checks checks = mutant.triedBy();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-D%s=%s".formatted(MutantTrial.BOTH, Boolean.getBoolean(MutantTrial.BOTH)));
    command.addAll(List.of("-cp", classes + ":" + System.getProperty("java.class.path")));
    command.add(MutantTrial.class.getName());
    command.add(String.valueOf(checks.seeds()));
    command.addAll(checks.tests());
    Process trial =
        new ProcessBuilder(command)
            .directory(root.resolve(checks.module()).toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = trial.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      trial.destroyForcibly().waitFor();
    }
    List<String> lines = new ArrayList<>(Files.readAllLines(output));
    if (!lines.contains(MutantTrial.DONE)) {
      lines.add(MutantTrial.TEST + (ended ? "(the run broke off)" : "(the run never ended)"));
    }
    return lines;
  }

  private static String of(List<String> findings, String kind) {
    return findings.stream()
        .filter(line -> line.startsWith(kind))
        .map(line -> line.substring(kind.length()))
        .distinct()
        .reduce((left, right) -> left + ", " + right)
        .orElse("");
  }
}
