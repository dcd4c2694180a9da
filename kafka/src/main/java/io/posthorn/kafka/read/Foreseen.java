package io.posthorn.kafka.read;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one reader was told of keys before it asked for them. */
final class Foreseen {
  /** More than any page needs: what is beyond it is asked for when its turn comes. */
  private static final int MOST = 10_000;

  private static final Found NOTHING = new Found(null);

  private final Map<ByteBuffer, Found> found = new HashMap<>();

  /** What is known of a key: its value, or that there is none. */
  record Found(byte @Nullable [] value) {}

  /** What is known of a key; null where that has to be asked for. */
  @Nullable Found get(byte[] key) {
    return found.get(ByteBuffer.wrap(key));
  }

  boolean knows(byte[] key) {
    return found.containsKey(ByteBuffer.wrap(key));
  }

  /** Those keys have these values, and the others none. */
  void add(List<byte[]> keys, List<Page.Entry> values) {
    if (found.size() > MOST) {
      found.clear();
    }
    keys.forEach(key -> found.put(ByteBuffer.wrap(key), NOTHING));
    values.forEach(entry -> found.put(ByteBuffer.wrap(entry.key()), new Found(entry.value())));
  }
}
