package io.posthorn.engine;

import io.posthorn.core.shard.protocol.Effect;

/**
 * Hears what a shard did, after the commit, on the engine's own thread: it must be quick, and what
 * it throws stops the engine.
 */
public interface EffectListener {
  /** Hears and does nothing. */
  EffectListener NONE =
      new EffectListener() {
        @Override
        public void attemptRecorded(Effect.AttemptRecorded effect) {}

        @Override
        public void messageEnded(Effect.MessageEnded effect) {}

        @Override
        public void endpointChanged(Effect.EndpointChanged effect) {}
      };

  /** Two that hear the same, one after the other. */
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
