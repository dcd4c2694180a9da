package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.engine.EffectListener;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import java.nio.file.Path;

/**
 * The dependencies of an engine, of either kind.
 *
 * @param listener receives the engine's effects after they are committed
 */
record EngineDependencies(
    Settings settings,
    Rules rules,
    SecretBox box,
    Sender sender,
    EffectListener listener,
    DeliveryLog log) {

  Path directory() {
    return settings.data().dir();
  }
}
