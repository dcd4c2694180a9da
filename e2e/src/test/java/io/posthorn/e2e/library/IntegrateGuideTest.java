package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code in docs/INTEGRATE.md, which is part of examples that other tests run. */
final class IntegrateGuideTest {
  private static final Path GUIDE = Workspace.REPOSITORY.resolve("docs/INTEGRATE.md");

  private static final Pattern BLOCK =
      Pattern.compile(
          "^```(java|typescript|python|go)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** The examples by the language of their blocks. */
  private static final Map<String, List<String>> EXAMPLES =
      Map.of(
          "java",
          List.of(
              "examples/client-java/FirstEvent.java", "examples/receivers/spring/Receiver.java"),
          "typescript",
          List.of(
              "clients/typescript/example/first-event.ts",
              "examples/receivers/express/receiver.mjs"),
          "python",
          List.of(
              "clients/python/example/first_event.py", "examples/receivers/fastapi/receiver.py"),
          "go",
          List.of("clients/go/example/main.go", "examples/receivers/nethttp/main.go"));

  private record Block(String language, String code) {}

  @Test
  void every_block_of_code_is_part_of_an_example() throws IOException {
    assertThat(blocks())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            block ->
                assertThat(examples(block.language())).anyMatch(t -> t.contains(block.code())));
  }

  @Test
  void every_example_is_shown() throws IOException {
    for (String language : EXAMPLES.keySet()) {
      for (String example : examples(language)) {
        assertThat(blocks()).anyMatch(block -> example.contains(block.code()));
      }
    }
  }

  private static List<Block> blocks() throws IOException {
    return BLOCK
        .matcher(Files.readString(GUIDE))
        .results()
        .map(block -> new Block(block.group(1), block.group(2)))
        .toList();
  }

  private static List<String> examples(String language) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : EXAMPLES.getOrDefault(language, List.of())) {
      texts.add(Files.readString(Workspace.REPOSITORY.resolve(name)));
    }
    return texts;
  }
}
