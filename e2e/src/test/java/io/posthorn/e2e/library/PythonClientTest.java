package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ReceiverContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client library for Python: checked, built as a wheel, and tested and used from that wheel.
 * Without Python it is skipped and says so.
 */
@Tag("thorough")
final class PythonClientTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @TempDir static Path directory = Path.of("");

  private static Path library = Path.of("");
  private static Path receivers = Path.of("");

  @BeforeAll
  static void build() {
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    Workspace workspace = new Workspace(directory);
    library = workspace.copy("clients/python");
    receivers = workspace.copy("examples/receivers/fastapi");
    install(
        "install",
        "-r",
        "requirements-dev.txt",
        "-r",
        receivers.resolve("requirements.txt").toString());
    install("wheel", "--no-deps", "--no-build-isolation", "-w", "wheels", ".");
    install("install", "wheels/posthorn_client-%s-py3-none-any.whl".formatted(Workspace.version()));
  }

  private static void install(String... arguments) {
    InstalledTool.succeed(
        library,
        Map.of(),
        Stream.concat(Stream.of(tool("python"), "-m", "pip", "-q"), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @Test
  void types_and_format_are_right() {
    InstalledTool.succeed(library, Map.of(), tool("mypy"));
    InstalledTool.succeed(library, Map.of(), tool("ruff"), "check", ".");
    InstalledTool.succeed(library, Map.of(), tool("ruff"), "format", "--check", ".");
  }

  @Test
  void its_own_tests_pass() {
    InstalledTool.succeed(library, Map.of(), tool("python"), "-W", "error", "-m", "unittest");
  }

  @Test
  void a_list_of_1001_events_is_read_page_by_page() {
    assertThat(
            InstalledTool.succeed(
                library,
                Workspace.variablesOf(SERVER.process()),
                tool("python"),
                "-W",
                "error",
                "-m",
                "unittest",
                "tests.test_server"))
        .contains("Ran 1 test")
        .doesNotContain("skipped");
  }

  @Test
  void the_example_subscribes_sends_verifies_and_lists() {
    Workspace.checkExample(SERVER.process(), library, tool("python"), "example/first_event.py");
  }

  @Test
  void the_receiver_for_fastapi_verifies() throws Exception {
    try (ExampleReceiver receiver =
        ExampleReceiver.start(receivers, ReceiverContract.SECRET, tool("python"), "receiver.py")) {
      ReceiverContract.check(SERVER.platform(), "FOR_FASTAPI", receiver);
    }
  }

  private static String tool(String name) {
    return directory.resolve("venv/bin").resolve(name).toString();
  }
}
