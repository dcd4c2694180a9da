package io.posthorn.server.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** An array of values indexed by enum constant. */
final class EnumTable<K extends Enum<K>, V> {
  private final Map<K, V> things;

  EnumTable(Class<K> keys, Function<K, V> maker) {
    things = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      things.put(key, maker.apply(key));
    }
  }

  V get(K key) {
    return Objects.requireNonNull(things.get(key));
  }
}
