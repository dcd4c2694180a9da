package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import java.nio.file.Path;

/**
 * What an engine is started on, whichever it is.
 *
 * @param listener told of what the engine does, once that is committed
 */
record EngineDependencies(
    Settings settings,
    Rules rules,
    SecretBox box,
    HttpSender sender,
    EffectListener listener,
    DeliveryLog log) {

  Path directory() {
    return settings.data().dir();
  }
}
