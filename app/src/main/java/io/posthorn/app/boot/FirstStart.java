package io.posthorn.app.boot;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.engine.Engine;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.settings.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The setup of an empty store: a default customer and an admin key. */
final class FirstStart {
  /** The id prefix of keys from the settings; no other key has it. */
  private static final String FROM_SETTINGS = "key_setting_";

  private final Engine engine;
  private final Clock clock;
  private final Path keyFile;

  /**
   * The setup of a store.
   *
   * @param keyFile the file to which a new admin key is written, unless it is shown
   */
  FirstStart(Engine engine, Clock clock, Path keyFile) {
    this.engine = engine;
    this.clock = clock;
    this.keyFile = keyFile;
  }

  /**
   * Creates what is missing.
   *
   * @param configured the admin key from the settings, if any
   * @return a newly created key, to be shown once
   * @throws StartException if a key has to be created, but the file of an earlier one exists; then
   *     nothing is created
   */
  Optional<ApiKeySecret> prepare(@Nullable Secret configured) {
    boolean empty = engine.reads().isWithoutCustomers();
    if (empty && configured == null && Files.exists(keyFile)) {
      // Its key opens another store, and a new one could not be written.
      throw new StartException(
          "The store is empty, but %s has the admin key of an earlier one; delete or move that file and start again, or set api.admin-key."
              .formatted(keyFile),
          null);
    }
    if (empty) {
      var _ =
          engine
              .execute(request -> new Command.PutCustomer(request, Authenticator.DEFAULT_CUSTOMER))
              .join();
    }
    if (configured != null) {
      settle(new ApiKeySecret(configured.clear()));
      return Optional.empty();
    }
    if (!empty) {
      return Optional.empty();
    }
    ApiKeySecret made = ApiKeySecret.random();
    put(made, "key_", "created at first start");
    return Optional.of(made);
  }

  /** Installs the key from the settings and revokes keys of earlier values. */
  private void settle(ApiKeySecret text) {
    put(text, FROM_SETTINGS, "from the settings");
    for (ApiKey key : engine.reads().keys()) {
      if (key.id().startsWith(FROM_SETTINGS) && !Arrays.equals(key.digest(), text.digest())) {
        AuditEntry entry =
            new AuditEntry(
                clock.millis(),
                "the settings",
                "this machine",
                "key.revoke",
                null,
                key.id(),
                "api.admin-key was changed");
        var _ =
            engine
                .execute(
                    request ->
                        new Command.Audited(new Command.DeleteKey(request, key.digest()), entry))
                .join();
      }
    }
  }

  private void put(ApiKeySecret text, String kind, String name) {
    byte[] digest = text.digest();
    if (engine.reads().key(digest) != null) {
      return;
    }
    ApiKey key =
        new ApiKey(
            kind + ApiKeySecret.random128(),
            digest,
            text.prefix(),
            name,
            Role.ADMIN,
            null,
            clock.millis(),
            0);
    var _ = engine.execute(request -> new Command.PutKey(request, key)).join();
  }
}
