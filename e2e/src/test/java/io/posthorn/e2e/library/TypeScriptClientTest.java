package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ReceiverContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client library for TypeScript: compiled with strict checks, tested, packed, and used from its
 * package. Without npm it is skipped and says so.
 */
@Tag("thorough")
final class TypeScriptClientTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @TempDir static Path directory = Path.of("");

  private static Path library = Path.of("");

  /** A project that has installed the package. */
  private static Path project = Path.of("");

  @BeforeAll
  static void build() throws IOException {
    InstalledTool.require(directory, "apt-get install nodejs npm", "npm", "--version");
    Workspace workspace = new Workspace(directory);
    library = workspace.copy("clients/typescript");
    project = workspace.copy("examples/receivers/express");
    InstalledTool.succeed(
        library, Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    InstalledTool.succeed(library, Map.of(), "npm", "run", "build");
    InstalledTool.succeed(
        library, Map.of(), "npm", "pack", "--ignore-scripts", "--pack-destination", "..");
    InstalledTool.succeed(
        project, Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    InstalledTool.succeed(
        project,
        Map.of(),
        "npm",
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--offline",
        "../../../clients/posthorn-client-%s.tgz".formatted(Workspace.version()));
    Files.copy(library.resolve("dist/example/first-event.js"), project.resolve("first-event.js"));
  }

  @Test
  void its_own_tests_pass() {
    InstalledTool.succeed(
        library,
        Map.of(),
        "node",
        "--test",
        "dist/test/client.test.js",
        "dist/test/webhook.test.js");
  }

  @Test
  void a_list_of_1001_events_is_read_page_by_page() {
    assertThat(
            InstalledTool.succeed(
                library,
                Workspace.variablesOf(SERVER.process()),
                "node",
                "--test",
                "dist/test/server.test.js"))
        .contains("pass 1", "skipped 0");
  }

  @Test
  void the_example_subscribes_sends_verifies_and_lists() {
    Workspace.checkExample(SERVER.process(), project, "node", "first-event.js");
  }

  @Test
  void the_receiver_for_express_verifies() throws Exception {
    try (ExampleReceiver receiver =
        ExampleReceiver.start(project, ReceiverContract.SECRET, "node", "receiver.mjs")) {
      ReceiverContract.check(SERVER.platform(), "FOR_EXPRESS", receiver);
    }
  }
}
