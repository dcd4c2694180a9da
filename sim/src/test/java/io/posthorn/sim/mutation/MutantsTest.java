package io.posthorn.sim.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MutantsTest {
  @Test
  void every_mutant_still_finds_the_code_that_it_changes() throws IOException {
    MutantCompiler compiler = new MutantCompiler(Path.of("..").toRealPath(), Path.of("unused"));
    for (Mutant mutant : Mutants.all()) {
      assertThat(compiler.edited(mutant)).as(mutant.breaks()).isNotEmpty();
    }
    assertThat(Mutants.all()).hasSizeGreaterThan(45);
  }
}
