package io.posthorn.sim.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MutantsTest {
  private final MutantCompiler compiler =
      new MutantCompiler(Path.of("..").toAbsolutePath().normalize(), Path.of("unused"));

  @Test
  void every_mutant_still_finds_the_code_that_it_changes() throws IOException {
    for (Mutant mutant : Mutants.all()) {
      assertThat(compiler.edited(mutant)).as(mutant.breaks()).isNotEmpty();
    }
    assertThat(Mutants.all()).hasSizeGreaterThan(45);
  }

  @Test
  @Tag("thorough")
  void every_mutant_compiles() throws IOException {
    assertThat(compiler.errors(Mutants.all())).isEmpty();
  }

  @Test
  @Tag("thorough")
  void a_mutant_that_does_not_compile_is_found_among_others() throws IOException {
    String rule = "return reused && !responseBegun && !resent;";
    List<Mutant> mutants = new ArrayList<>(Mutants.all().subList(0, 3));
    mutants.add(Mutant.core("resent at random", "message/ResendRule.java", rule, "return dice();"));

    assertThat(compiler.errors(mutants))
        .singleElement()
        .asString()
        .contains("'resent at random' does not compile", "dice()");
  }
}
