package io.posthorn.sim.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks each rule of {@link Mutants} and requires that a rule test or a seed fails. Writes the
 * failures to {@code target/mutants.md}, the source of the table in docs/TESTING.md.
 */
@Tag("mutation")
final class MutationCheckTest {
  private static final int SEEDS = 150;
  private static final int MINUTES = 5;

  @TempDir Path folder = Path.of("");

  @Test
  void every_deliberate_break_of_a_rule_is_caught() throws IOException, InterruptedException {
    Path root = Path.of("..").toRealPath();
    MutantCompiler compiler = new MutantCompiler(root, folder);
    List<Mutant> mutants = chosen();
    List<String> rows = new ArrayList<>();
    List<String> survivors = new ArrayList<>();
    for (int i = 0; i < mutants.size(); i++) {
      Mutant mutant = mutants.get(i);
      List<String> findings = tryOut(compiler.make(mutant, i), i);
      String tests = of(findings, MutantTrial.TEST);
      String seeds = of(findings, MutantTrial.SEED);
      rows.add("| %s | %s | %s |".formatted(mutant.breaks(), tests, seeds));
      System.out.printf("%2d of %d  %s%n", i + 1, mutants.size(), rows.getLast());
      if (tests.isEmpty() && seeds.isEmpty()) {
        survivors.add(mutant.breaks());
      }
    }
    Files.write(root.resolve("sim/target/mutants.md"), rows);
    assertThat(survivors).as("breaks that went unnoticed").isEmpty();
  }

  /**
   * All mutants, or those whose description matches the expression in {@code -Dposthorn.mutants}.
   */
  private static List<Mutant> chosen() {
    String words = System.getProperty("posthorn.mutants", "");
    List<Mutant> chosen =
        Mutants.all().stream()
            .filter(mutant -> mutant.breaks().matches(".*(" + words + ").*"))
            .toList();
    assertThat(chosen).as("mutants whose description matches %s", words).isNotEmpty();
    return chosen;
  }

  /** A mutant that never ends, or crashes, counts as caught. */
  private List<String> tryOut(Path classes, int number) throws IOException, InterruptedException {
    Path output = folder.resolve(number + "/output");
    Process trial =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + ":" + System.getProperty("java.class.path"),
                MutantTrial.class.getName(),
                String.valueOf(SEEDS))
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
