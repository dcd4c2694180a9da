package io.posthorn.app.boot;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Role;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * A store that no server runs on: for whoever lost the last admin key. Nothing of it is sent or
 * decided here; a key is written beside the rest, with its line in the audit.
 */
public final class StoppedStore {
  /** Enough for a few keys. */
  private static final long MEMORY = 8L << 20;

  private final Path directory;
  private final Clock clock;

  /**
   * The store of these settings.
   *
   * @throws StartException where it is not on this machine
   */
  public StoppedStore(Settings settings, Clock clock) {
    if (settings.engine() == EngineKind.KAFKA) {
      throw new StartException(
          "On Kafka there is no store to open: set api.admin-key, or make the key through a running"
              + " node, with POSTHORN_URL and POSTHORN_KEY.",
          null);
    }
    this.directory = settings.data().dir();
    this.clock = clock;
  }

  /** A key as it is kept, and the text that is shown once. */
  public record MadeKey(ApiKey key, KeyText text) {}

  /**
   * Makes an admin's key for all customers.
   *
   * @param expiresAt 0 for never
   * @throws StartException with one line that says why not
   */
  public MadeKey createAdminKey(String name, long expiresAt) {
    Path place = directory.resolve("store");
    if (!Files.exists(place.resolve("CURRENT"))) {
      throw new StartException(
          "There is no store in "
              + directory
              + ": name its settings with --config, or data.dir with POSTHORN_DATA_DIR.",
          null);
    }
    try (RocksShardStore store = RocksShardStore.open(place, MEMORY)) {
      return put(store, name, expiresAt);
    } catch (StoreException e) {
      throw new StartException(
          e.inUse()
              ? "A server runs on the store in "
                  + directory
                  + ": make the key through it, with POSTHORN_URL and POSTHORN_KEY."
              : String.valueOf(e.getMessage()),
          e);
    }
  }

  private MadeKey put(RocksShardStore store, String name, long expiresAt) {
    KeyText text = KeyText.random();
    long now = clock.millis();
    ApiKey key =
        new ApiKey(
            "key_" + KeyText.random128(),
            text.digest(),
            text.prefix(),
            name,
            Role.ADMIN,
            null,
            now,
            expiresAt);
    AuditEntry entry =
        new AuditEntry(
            now, "the command line", "this machine", "key.create", null, key.id(), "admin");
    store.put(Directory.keyKey(key.digest()), key.encode());
    // The shard's own numbers have the upper bit set, so this one is nobody's.
    store.put(Directory.auditKey(now, 0), entry.encode());
    store.commit(true);
    return new MadeKey(key, text);
  }
}
