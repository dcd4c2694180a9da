package io.posthorn.server.node;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.Command;
import io.posthorn.server.Engine;
import io.posthorn.server.access.Doorkeeper;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.settings.Secret;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an empty store needs before anybody can use it: a customer and an admin's key. */
final class FirstStart {
  private final Engine engine;
  private final Clock clock;

  FirstStart(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /**
   * Makes what is missing.
   *
   * @param configured an admin's key from the settings, which is then the one
   * @return a key that was made now, to be shown once
   */
  Optional<KeyText> prepare(@Nullable Secret configured) {
    boolean empty = engine.read(view -> new Directory(view).customers().isEmpty());
    if (empty) {
      var _ =
          engine
              .tell(request -> new Command.PutCustomer(request, Doorkeeper.DEFAULT_CUSTOMER))
              .join();
    }
    if (configured != null) {
      put(new KeyText(configured.clear()), "from the settings");
      return Optional.empty();
    }
    if (!empty) {
      return Optional.empty();
    }
    KeyText made = KeyText.random();
    put(made, "made at the first start");
    return Optional.of(made);
  }

  private void put(KeyText text, String name) {
    byte[] digest = text.digest();
    if (engine.<@Nullable ApiKey>read(view -> new Directory(view).key(digest)) != null) {
      return;
    }
    ApiKey key =
        new ApiKey(
            "key_" + KeyText.random128(),
            digest,
            text.prefix(),
            name,
            Role.ADMIN,
            null,
            clock.millis(),
            0);
    var _ = engine.tell(request -> new Command.PutKey(request, key)).join();
  }
}
