package io.posthorn.server.node;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.EffectListener;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import java.nio.file.Path;

/**
 * What an engine is started on, whichever it is.
 *
 * @param listener told of what the engine does, once that is committed
 */
record Grounds(
    Settings settings,
    Rules rules,
    String version,
    SecretBox box,
    HttpSender sender,
    Metrics metrics,
    EffectListener listener,
    DeliveryLog log) {

  Path directory() {
    return settings.data().dir();
  }
}
