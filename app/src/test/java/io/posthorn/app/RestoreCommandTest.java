package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandRun;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code posthorn restore}. */
final class RestoreCommandTest {
  @TempDir Path directory = Path.of("");

  @Test
  void a_directory_that_is_not_a_backup_is_refused_in_one_line() {
    CommandContext context =
        CommandRun.context(Map.of("POSTHORN_DATA_DIR", directory.resolve("data").toString()), "");

    CommandRun run = CommandRun.of(new RestoreCommand(context), directory.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).singleElement().asString().contains("is not a complete backup");
    assertThat(directory.resolve("data")).doesNotExist();
  }
}
