package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ReceiverContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The client library for Go: checked, tested and used. Without Go it is skipped and says so. */
@Tag("thorough")
final class GoClientTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @TempDir static Path directory = Path.of("");

  private static Path library = Path.of("");
  private static Path receivers = Path.of("");

  @BeforeAll
  static void copy() {
    Workspace workspace = new Workspace(directory);
    library = workspace.copy("clients/go");
    receivers = workspace.copy("examples/receivers/nethttp");
    InstalledTool.require(library, "install Go 1.24 or newer", "go", "list", "-m");
  }

  @Test
  void it_is_formatted_vetted_and_its_own_tests_pass() {
    assertThat(InstalledTool.succeed(library, Map.of(), "gofmt", "-l", ".")).isEmpty();
    InstalledTool.succeed(library, Map.of(), "go", "vet", "./...");
    InstalledTool.succeed(library, Map.of(), "go", "test", "./...");
  }

  @Test
  void it_needs_only_the_standard_library() {
    assertThat(InstalledTool.succeed(library, Map.of(), "go", "list", "-m", "all"))
        .isEqualToIgnoringWhitespace("posthorn.example/posthorn");
  }

  @Test
  void a_list_of_1001_events_is_read_page_by_page() {
    assertThat(
            InstalledTool.succeed(
                library,
                Workspace.variablesOf(SERVER.process()),
                "go",
                "test",
                "-v",
                "-run",
                "TestAListOf1001Events"))
        .contains("--- PASS");
  }

  @Test
  void the_example_subscribes_sends_verifies_and_lists() {
    Workspace.checkExample(SERVER.process(), library, "go", "run", "./example");
  }

  @Test
  void the_receiver_for_net_http_verifies() throws Exception {
    assertThat(InstalledTool.succeed(receivers, Map.of(), "gofmt", "-l", ".")).isEmpty();
    InstalledTool.succeed(receivers, Map.of(), "go", "build", "-o", "receiver", ".");
    try (ExampleReceiver receiver =
        ExampleReceiver.start(
            receivers, ReceiverContract.SECRET, receivers.resolve("receiver").toString())) {
      ReceiverContract.check(SERVER.platform(), "FOR_NET_HTTP", receiver);
    }
  }
}
