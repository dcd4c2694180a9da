package io.posthorn.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {30, 5_000, 10_100})
  void a_file_that_is_cut_off_is_named_with_the_remedy(int length) throws IOException {
    assertThat(refused(Arrays.copyOf(archive(), length)))
        .isEqualTo(
            directory.resolve("backup.zip")
                + " is cut off. Download the backup again, and compare its SHA-256 with the one"
                + " that posthorn backup printed.");
  }

  @Test
  void a_file_that_is_no_backup_or_was_changed_is_named_with_the_problem_and_the_remedy()
      throws IOException {
    byte[] changed = archive();
    changed[5_000]++;

    assertThat(refused("<html>Log in</html>".getBytes(UTF_8)))
        .startsWith(
            directory.resolve("backup.zip") + " is not a complete backup: it is not an archive")
        .contains("Download the backup again");
    assertThat(refused(changed))
        .startsWith(directory.resolve("backup.zip") + " is not a complete backup: ")
        .contains("CRC", "Download the backup again");
  }

  /** The line with which a file is refused. */
  private String refused(byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("backup.zip"), content);
    CommandContext context =
        CommandRun.context(
            Map.of(
                "POSTHORN_DATA_DIR",
                directory.resolve("data").toString(),
                "POSTHORN_SECURITY_ENCRYPTION_KEY",
                Base64.getEncoder().encodeToString(new byte[32])),
            "");
    CommandRun run = CommandRun.of(new RestoreCommand(context), "--from", file.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(directory.resolve("data")).isEmptyDirectory();
    return run.err().strip();
  }

  /** The first file of a backup, whose content begins at byte 60 and ends before byte 10,100. */
  private static byte[] archive() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      zip.putNextEntry(new ZipEntry("store/000012.sst"));
      zip.write(new byte[10_000]);
      zip.closeEntry();
    }
    return out.toByteArray();
  }
}
