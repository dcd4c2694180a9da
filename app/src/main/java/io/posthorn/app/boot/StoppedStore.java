package io.posthorn.app.boot;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Role;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The store of a stopped server, opened to create an admin key after the last one was lost. It only
 * writes the key and its audit record; nothing is sent.
 */
public final class StoppedStore {
  /** Enough for a few keys. */
  private static final long MEMORY = 8L << 20;

  private final Path directory;
  private final Clock clock;

  /**
   * The store of these settings.
   *
   * @throws StartException if the engine has no local store
   */
  public StoppedStore(Settings settings, Clock clock) {
    if (settings.engine() == EngineKind.KAFKA) {
      throw new StartException(
          "With engine kafka there is no local store: set api.admin-key, or create the key through"
              + " a running node, with POSTHORN_URL and POSTHORN_KEY.",
          null);
    }
    this.directory = settings.data().dir();
    this.clock = clock;
  }

  /** A stored key and its clear text, which is shown once. */
  public record MadeKey(ApiKey key, ApiKeySecret text) {}

  /**
   * Creates an admin key for all customers.
   *
   * @param expiresAt 0 for never
   * @throws StartException with a one-line reason
   */
  public MadeKey createAdminKey(String name, long expiresAt) {
    Path files = directory.resolve("store");
    if (!Files.exists(files.resolve("CURRENT"))) {
      throw new StartException(
          "No store in "
              + directory
              + "; pass its settings file with --config, or set POSTHORN_DATA_DIR.",
          null);
    }
    try (RocksShardStore store = RocksShardStore.open(files, MEMORY)) {
      return put(store, name, expiresAt);
    } catch (StoreException e) {
      throw new StartException(
          e.inUse()
              ? "A server is running on the store in "
                  + directory
                  + "; create the key through it, with POSTHORN_URL and POSTHORN_KEY."
              : String.valueOf(e.getMessage()),
          e);
    }
  }

  private MadeKey put(RocksShardStore store, String name, long expiresAt) {
    ApiKeySecret text = ApiKeySecret.random();
    long now = clock.millis();
    ApiKey key = text.key(name, Role.ADMIN, null, now, expiresAt);
    AuditEntry entry =
        new AuditEntry(
            now, "the command line", "this machine", "key.create", null, key.id(), "admin");
    store.put(Directory.keyKey(key.digest()), key.encode());
    // The shard's own numbers have the upper bit set, so this one is free.
    store.put(Directory.auditKey(now, 0), entry.encode());
    store.commit(true);
    return new MadeKey(key, text);
  }
}
