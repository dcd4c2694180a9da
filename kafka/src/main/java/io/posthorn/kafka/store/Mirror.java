package io.posthorn.kafka.store;

import org.jspecify.annotations.Nullable;

/** Hears of every write of a shard, before it is made, and tells others of what they must know. */
public interface Mirror {
  Mirror NONE = (key, value, before) -> {};

  /**
   * A key is about to change.
   *
   * @param value null where it is removed
   * @param before looks up what is stored until now
   */
  void changes(byte[] key, byte @Nullable [] value, Before before);

  /** What a key holds until the change that is being told. */
  interface Before {
    byte @Nullable [] get(byte[] key);
  }
}
