package io.posthorn.kafka.store;

import org.jspecify.annotations.Nullable;

/** An observer of the writes of a shard before they are made, to publish some of them. */
public interface WriteObserver {
  WriteObserver NONE = (key, value, before) -> {};

  /**
   * Called before a key changes.
   *
   * @param value null if the key is removed
   * @param before looks up the current value
   */
  void changes(byte[] key, byte @Nullable [] value, Before before);

  /** Looks up values as they are before the change. */
  interface Before {
    byte @Nullable [] get(byte[] key);
  }
}
