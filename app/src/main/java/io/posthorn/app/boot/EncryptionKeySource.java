package io.posthorn.app.boot;

import io.posthorn.server.secrets.EncryptionKeys;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.SecuritySettings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of a data directory's encryption keys: finds them or creates one, and detects wrong
 * ones.
 */
record EncryptionKeySource(SecuritySettings security, Path directory) {
  /** A file next to the store that only the right key can open. */
  static final String CHECK = "encryption.check";

  /** The secret box for an engine. */
  SecretBox boxFor(EngineKind engine) throws IOException {
    return switch (engine) {
      case EMBEDDED -> loadOrCreate();
      case KAFKA -> sharedBox();
    };
  }

  /**
   * On Kafka the key must exist already: a new one could not open the other nodes' secrets. The
   * proof on the brokers, not a local file, shows whether it is the right one.
   */
  private SecretBox sharedBox() throws IOException {
    if (security.encryptionKey() == null && !Files.exists(file())) {
      throw new IOException(
          "security.encryption-key-file: file %s not found; every node needs the same key."
              .formatted(file()));
    }
    return new SecretBox(keys());
  }

  /** The secret box; creates the key file if there is none. */
  SecretBox loadOrCreate() throws IOException {
    SecretBox box = new SecretBox(keys());
    KeyFile.check(directory.resolve(CHECK), box);
    return box;
  }

  /** The keys of a server with one store, whose key file can be read again while it runs. */
  EncryptionKeys ofStore(SecretBox box) {
    Path check = directory.resolve(CHECK);
    return new EncryptionKeys() {
      @Override
      public synchronized void reload() throws IOException {
        List<byte[]> keys = keys();
        KeyFile.check(check, new SecretBox(keys));
        box.replaceKeys(keys);
      }

      @Override
      public boolean needsPrevious() throws IOException {
        return KeyFile.needsPrevious(check, box);
      }

      @Override
      public synchronized void retirePrevious() throws IOException {
        KeyFile.retirePrevious(check, box);
      }
    };
  }

  /** The secret box of the existing key; null if there is none. */
  @Nullable SecretBox box() throws IOException {
    return security.encryptionKey() == null && !Files.exists(file()) ? null : new SecretBox(keys());
  }

  private List<byte[]> keys() throws IOException {
    return security.encryptionKey() == null
        ? KeyFile.loadOrMake(file(), directory.resolve(CHECK))
        : security.encryptionKey().encryptionKeys();
  }

  /** The key file, unless the settings contain the key. */
  Path file() {
    Path file = security.encryptionKeyFile();
    return file == null ? directory.resolve("encryption.key") : file;
  }
}
