package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The types of the client libraries, which {@code clients/generate/run} makes from the OpenAPI
 * document. Without npm or Go the tests are skipped and say so.
 */
@Tag("thorough")
final class GeneratedTypesTest {
  private static final String DOCUMENT =
      "server/src/main/resources/io/posthorn/server/api/openapi.yaml";

  @TempDir static Path directory = Path.of("");

  private static Path generator = Path.of("");

  @BeforeAll
  static void install() {
    InstalledTool.require(directory, "apt-get install nodejs npm", "npm", "--version");
    InstalledTool.require(directory, "apt-get install golang-go", "go", "version");
    generator = new Workspace(directory).copy("clients/generate");
    InstalledTool.succeed(
        generator, Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
  }

  @Test
  void they_are_up_to_date_with_the_document() {
    assertThat(check(Workspace.REPOSITORY)).isEqualTo(new InstalledTool.Result(0, ""));
  }

  @Test
  void a_change_of_the_document_is_noticed() throws IOException {
    Workspace changed = new Workspace(directory);
    for (String part : new String[] {"typescript/src", "python/src", "go"}) {
      changed.copy("clients/" + part);
    }
    String document = Files.readString(Workspace.REPOSITORY.resolve(DOCUMENT));
    Files.createDirectories(directory.resolve(DOCUMENT).getParent());
    Files.writeString(
        directory.resolve(DOCUMENT),
        document.replace(
            "hasPayload: {type: boolean}",
            "hasPayload: {type: boolean}\n        size: {type: integer}"));

    InstalledTool.Result result = check(directory);

    assertThat(result.code()).isOne();
    assertThat(result.output())
        .contains("Run clients/generate/run.", "schema.ts", "types.py", "types.go");
  }

  private static InstalledTool.Result check(Path repository) {
    return InstalledTool.run(
        generator, "", "node", "generate.mjs", repository.toString(), "--check");
  }
}
