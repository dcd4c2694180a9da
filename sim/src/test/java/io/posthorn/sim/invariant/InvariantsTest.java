package io.posthorn.sim.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InvariantsTest {
  @Test
  void the_table_in_the_document_has_every_invariant_in_its_own_words() throws IOException {
    List<String> rows =
        Invariants.all().stream()
            .map(i -> "| `%s` | %s |".formatted(i.getClass().getSimpleName(), i.contract()))
            .toList();

    assertThat(Files.readAllLines(Path.of("..", "docs", "TESTING.md"))).containsAll(rows);
  }
}
