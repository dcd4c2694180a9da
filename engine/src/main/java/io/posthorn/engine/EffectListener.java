package io.posthorn.engine;

import io.posthorn.core.shard.protocol.Effect;

/**
 * A listener for the effects of a shard, called after the commit on the engine's thread. It must be
 * quick, and an exception stops the engine.
 */
public interface EffectListener {
  /** A listener that does nothing. */
  EffectListener NONE =
      new EffectListener() {
        @Override
        public void attemptRecorded(Effect.AttemptRecorded effect) {}

        @Override
        public void messageEnded(Effect.MessageEnded effect) {}

        @Override
        public void endpointChanged(Effect.EndpointChanged effect) {}
      };

  /** Combines two listeners, called in this order. */
  static EffectListener both(EffectListener one, EffectListener other) {
    return new EffectListener() {
      @Override
      public void attemptRecorded(Effect.AttemptRecorded effect) {
        one.attemptRecorded(effect);
        other.attemptRecorded(effect);
      }

      @Override
      public void messageEnded(Effect.MessageEnded effect) {
        one.messageEnded(effect);
        other.messageEnded(effect);
      }

      @Override
      public void endpointChanged(Effect.EndpointChanged effect) {
        one.endpointChanged(effect);
        other.endpointChanged(effect);
      }
    };
  }

  void attemptRecorded(Effect.AttemptRecorded effect);

  void messageEnded(Effect.MessageEnded effect);

  void endpointChanged(Effect.EndpointChanged effect);
}
