package io.posthorn.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackupArchiveTest {
  @TempDir Path directory = Path.of("");

  @Test
  void a_backup_is_read_as_it_was_written() throws IOException {
    Backup read = BackupArchive.read(new ByteArrayInputStream(archive()), target());

    assertThat(read.bytes()).isEqualTo(10_010);
    assertThat(read.version()).isEqualTo("1");
    assertThat(read.store().resolve("CURRENT")).hasContent("now");
    assertThat(read.store().resolve("000012.sst")).hasSize(10_000);
    assertThat(read.encryptionCheck()).hasContent("checked");
  }

  @Test
  void a_stream_that_ends_early_is_refused_wherever_it_ends() throws IOException {
    byte[] whole = archive();
    int manifest = new String(whole, StandardCharsets.ISO_8859_1).indexOf("createdAt");

    for (int end = 0; end < manifest; end += 97) {
      Path target = directory.resolve("cut-" + end);
      byte[] cut = Arrays.copyOf(whole, end);
      assertThatThrownBy(() -> BackupArchive.read(new ByteArrayInputStream(cut), target))
          .as("cut at " + end)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_changed_byte_is_noticed() throws IOException {
    byte[] changed = archive();
    int inside = new String(changed, StandardCharsets.ISO_8859_1).indexOf("xxxxxxxx") + 5_000;
    changed[inside] = 'y';

    assertThatThrownBy(() -> BackupArchive.read(new ByteArrayInputStream(changed), target()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("CRC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../outside", "/etc/outside", "store/../../outside", "store/a/b", "other"})
  void a_name_that_no_backup_has_is_refused(String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(name));
    }

    assertThatThrownBy(
            () -> BackupArchive.read(new ByteArrayInputStream(out.toByteArray()), target()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not one of a backup");
  }

  private Path target() {
    return directory.resolve("target");
  }

  private byte[] archive() throws IOException {
    Path source = directory.resolve("source");
    Files.createDirectories(source.resolve("store"));
    Files.writeString(source.resolve("store/CURRENT"), "now");
    Files.writeString(source.resolve("store/000012.sst"), "x".repeat(10_000));
    Files.writeString(source.resolve("encryption.check"), "checked");
    Backup backup = new Backup(source, 1_700_000_000_000L, 10_010, "1");
    backup.writeManifest();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BackupArchive.write(backup, out);
    return out.toByteArray();
  }
}
