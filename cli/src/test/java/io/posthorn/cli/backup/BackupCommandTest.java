package io.posthorn.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code posthorn backup}. */
final class BackupCommandTest {
  @TempDir Path directory = Path.of("");

  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void the_backup_path_goes_to_stdout_and_the_note_about_the_key_to_stderr() {
    api.responds(201, made("/data/backups/nightly"));

    CommandRun run = CommandRun.of(api, BackupCommand::new, "--name=nightly");

    assertThat(run.status()).isZero();
    assertThat(run.lines()).containsExactly("/data/backups/nightly");
    assertThat(run.err()).contains("nightly: 12 bytes. It does not contain the encryption key");
    assertThat(api.lines()).containsExactly("POST /api/v1/backups");
    assertThat(api.calls().getFirst().body()).isEqualTo("{\"name\":\"nightly\"}");
  }

  @Test
  void with_a_directory_the_backup_is_moved_there() throws IOException {
    Path served = Files.createDirectories(directory.resolve("served/nightly/store"));
    Files.writeString(served.resolve("CURRENT"), "all");
    Files.writeString(
        served.resolveSibling("backup.json"),
        "{\"createdAt\":\"2026-11-15T10:15:00Z\",\"bytes\":12,\"version\":\"1\"}");
    api.responds(201, made(directory.resolve("served/nightly").toString())).responds(204, "");

    CommandRun run = CommandRun.of(api, BackupCommand::new, directory.resolve("kept").toString());

    assertThat(run.err()).doesNotContain("could not");
    assertThat(run.lines()).containsExactly(directory.resolve("kept/nightly").toString());
    assertThat(directory.resolve("kept/nightly/store/CURRENT")).hasContent("all");
    assertThat(api.lines())
        .containsExactly("POST /api/v1/backups", "DELETE /api/v1/backups/nightly");
  }

  @Test
  void a_backup_on_another_machine_stays_there_and_the_command_says_so() {
    api.responds(201, made("/not/on/this/machine"));

    CommandRun run = CommandRun.of(api, BackupCommand::new, directory.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("/not/on/this/machine on the server's machine");
    assertThat(api.lines()).containsExactly("POST /api/v1/backups");
  }

  @Test
  void a_download_goes_to_a_file_with_its_checksum_and_is_deleted_on_the_server() {
    api.responds(201, made("/b/nightly")).responds("the content").responds(204, "");
    Path file = directory.resolve("off-site.zip");

    CommandRun run = CommandRun.of(api, BackupCommand::new, "--to=" + file);

    assertThat(run.status()).isZero();
    assertThat(file).hasContent("the content");
    // printf 'the content' | sha256sum
    assertThat(run.err())
        .contains(
            "nightly: 11 bytes, sha256"
                + " 6e569e05cb6f8608572c79d63b365dc31617bf84d7393d2cb9d2f1ffe0edf95b");
    assertThat(api.lines())
        .containsExactly(
            "POST /api/v1/backups",
            "GET /api/v1/backups/nightly/content",
            "DELETE /api/v1/backups/nightly");
  }

  @Test
  void a_download_that_fails_leaves_no_file_and_no_backup_on_the_server() {
    api.responds(201, made("/b/nightly")).closesConnection().responds(204, "");
    Path file = directory.resolve("off-site.zip");

    CommandRun run = CommandRun.of(api, BackupCommand::new, "--to=" + file);

    assertThat(run.status()).isEqualTo(1);
    assertThat(directory).isEmptyDirectory();
    assertThat(api.lines()).last().isEqualTo("DELETE /api/v1/backups/nightly");
  }

  @Test
  void binary_output_on_a_terminal_is_refused() {
    CommandRun run = CommandRun.onTerminal(api, BackupCommand::new, "", "--to=-");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("redirect standard output");
    assertThat(api.lines()).isEmpty();
  }

  @Test
  void with_keep_only_the_newest_stay() {
    api.responds(201, made("/b/nightly"))
        .responds("{\"data\":[{\"name\":\"nightly\"},{\"name\":\"b\"},{\"name\":\"a\"}]}")
        .responds(204, "");

    assertThat(CommandRun.of(api, BackupCommand::new, "--keep=2").status()).isZero();

    assertThat(api.lines())
        .containsExactly(
            "POST /api/v1/backups", "GET /api/v1/backups?limit=1000", "DELETE /api/v1/backups/a");
  }

  @Test
  void backups_are_listed() {
    api.responds(
        """
        {"data":[{"name":"nightly","path":"/b/nightly","createdAt":"2026-11-15T10:15:00Z","bytes":12}]}
        """);

    assertThat(CommandRun.of(api, BackupCommand::new, "--list").lines())
        .containsExactly("NAME     MADE      BYTES  PATH", "nightly  10:15:00  12     /b/nightly");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--keep=0", "--keep=1 /dir", "--list --name=x", "--list /dir"})
  void contradictory_options_are_a_usage_error(String arguments) {
    assertThat(CommandRun.of(api, BackupCommand::new, arguments.split(" ", -1)).status())
        .isEqualTo(2);
    assertThat(api.calls()).isEmpty();
  }

  private static String made(String path) {
    return "{\"name\":\"nightly\",\"path\":\"%s\",\"bytes\":12}".formatted(path);
  }
}
