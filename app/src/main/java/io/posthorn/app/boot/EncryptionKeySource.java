package io.posthorn.app.boot;

import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.SecuritySettings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Which key the secrets of a data directory are sealed with, and how a wrong one is known. */
record EncryptionKeySource(SecuritySettings security, Path directory) {
  /** Beside the store: a word that only the right key opens. */
  static final String CHECK = "encryption.check";

  /** The box of the right key for an engine. */
  SecretBox boxFor(EngineKind engine) throws IOException {
    return switch (engine) {
      case EMBEDDED -> boxOrNew();
      case KAFKA -> boxOfAllNodes();
    };
  }

  /**
   * The other nodes have the key already: one that this node made would open nothing. Whether it is
   * theirs is told by what the brokers hold, and not by a file of this node.
   */
  private SecretBox boxOfAllNodes() throws IOException {
    if (security.encryptionKey() == null && !Files.exists(file())) {
      throw new IOException(
          "security.encryption-key-file: there is no %s; every node needs the same key."
              .formatted(file()));
    }
    return new SecretBox(key());
  }

  /** The box of the right key; where there is none yet, its file is made. */
  SecretBox boxOrNew() throws IOException {
    SecretBox box = new SecretBox(key());
    KeyFile.check(directory.resolve(CHECK), box);
    return box;
  }

  /** The box of the key that is there; null where there is none. */
  @Nullable SecretBox box() throws IOException {
    return security.encryptionKey() == null && !Files.exists(file()) ? null : new SecretBox(key());
  }

  private byte[] key() throws IOException {
    return security.encryptionKey() == null
        ? KeyFile.loadOrMake(file(), directory.resolve(CHECK))
        : Base64.getDecoder().decode(security.encryptionKey().clear());
  }

  /** Where the key lies, unless the settings hold it. */
  Path file() {
    Path file = security.encryptionKeyFile();
    return file == null ? directory.resolve("encryption.key") : file;
  }
}
