package io.posthorn.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.app.boot.CommandLog;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The log of commands other than {@code serve}. */
@Isolated("replaces stderr of this process")
final class CommandLogTest {
  private static final Logger LIBRARY = Logger.getLogger("org.example.library");

  private final PrintStream stderr = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream captured = new PrintStream(err, true, UTF_8);

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void capture() {
    System.setErr(captured);
  }

  @AfterEach
  void giveBack() {
    System.setErr(stderr);
  }

  @Test
  void a_library_that_logs_during_a_restore_writes_json() {
    CommandContext context =
        CommandRun.context(
            Map.of(
                "POSTHORN_LOG_FORMAT",
                "json",
                "POSTHORN_DATA_DIR",
                directory.resolve("data").toString(),
                "POSTHORN_SECURITY_ENCRYPTION_KEY",
                Base64.getEncoder().encodeToString(new byte[32])),
            "");
    CommandContext logging =
        new CommandContext(
            context.environment(),
            context.clock(),
            context.sleep(),
            new LoggingInput(),
            context.terminal());

    CommandRun run = CommandRun.of(new RestoreCommand(logging), "--from", "-");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).singleElement().asString().startsWith("standard input is");
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("{\"time\":")
        .endsWith(
            ",\"event\":\"library_log\",\"level\":\"warning\",\"logger\":\"org.example.library\","
                + "\"message\":\"a bad block\"}");
  }

  @Test
  void afterwards_stderr_and_the_loggers_are_as_before() {
    try (CommandLog _ = CommandLog.open(Map.of("POSTHORN_LOG_FORMAT", "json"))) {
      System.err.println("printed");
    }

    assertThat(System.err).isSameAs(captured);
    assertThat(lines())
        .singleElement()
        .asString()
        .contains("\"logger\":\"stderr\",\"message\":\"printed\"");
    LIBRARY.warning("after the command");
    assertThat(lines()).filteredOn(line -> line.contains("library_log")).hasSize(1);
  }

  private List<String> lines() {
    return err.toString(UTF_8).lines().toList();
  }

  /** An empty input that logs a warning when it is read. */
  private static final class LoggingInput extends InputStream {
    private boolean logged;

    @Override
    public int read() {
      if (!logged) {
        logged = true;
        LIBRARY.warning("a bad block");
      }
      return -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      return read();
    }
  }
}
