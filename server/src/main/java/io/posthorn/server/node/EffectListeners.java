package io.posthorn.server.node;

import io.posthorn.core.shard.Effect;
import io.posthorn.embedded.EffectListener;
import java.util.List;

/** Several listeners as one; each hears everything, in turn. */
record EffectListeners(List<EffectListener> all) implements EffectListener {
  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    all.forEach(listener -> listener.attemptRecorded(effect));
  }

  @Override
  public void messageEnded(Effect.MessageEnded effect) {
    all.forEach(listener -> listener.messageEnded(effect));
  }

  @Override
  public void endpointChanged(Effect.EndpointChanged effect) {
    all.forEach(listener -> listener.endpointChanged(effect));
  }
}
