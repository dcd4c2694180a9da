package io.posthorn.server.backup;

import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/**
 * A complete backup: a directory with {@code backup.json}, which is written last, the store in
 * {@code store}, and {@code encryption.check}, which identifies the encryption key. The key itself
 * is never part of a backup.
 *
 * @param directory its directory
 * @param createdAt in milliseconds
 * @param version the version of the server that created it
 */
public record Backup(Path directory, long createdAt, long bytes, String version) {
  static final String MANIFEST = "backup.json";

  public String name() {
    return String.valueOf(directory.getFileName());
  }

  public Path store() {
    return directory.resolve("store");
  }

  /** A text encrypted with the encryption key of the backed-up store. */
  public Path encryptionCheck() {
    return directory.resolve("encryption.check");
  }

  /** Returns the backup in a directory; empty if there is none, or an incomplete one. */
  public static Optional<Backup> in(Path directory) {
    Path manifest = directory.resolve(MANIFEST);
    if (!Files.isRegularFile(manifest)) {
      return Optional.empty();
    }
    try {
      JsonForm fields = JsonForm.read(Files.readAllBytes(manifest));
      Optional<Long> createdAt = fields.time("createdAt");
      long bytes = fields.number("bytes", 0, Long.MAX_VALUE).orElse(0L);
      String version = fields.text("version", 100).orElse("");
      return createdAt.map(at -> new Backup(directory, at, bytes, version));
    } catch (InvalidInputException | IOException e) {
      return Optional.empty();
    }
  }

  /** Writes the manifest, which makes a directory a backup. */
  void writeManifest() throws IOException {
    JsonBody manifest =
        json -> {
          json.writeStartObject();
          json.writeStringField("createdAt", Instant.ofEpochMilli(createdAt).toString());
          json.writeNumberField("bytes", bytes);
          json.writeStringField("version", version);
          json.writeEndObject();
        };
    Files.write(
        directory.resolve(MANIFEST),
        manifest.toBytes(),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
  }
}
