package io.posthorn.core.store;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A shard's store in memory, for tests: nothing is ever lost or torn. */
public final class InMemoryShardStore implements ShardStore {
  private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

  @Override
  public byte @Nullable [] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    visit(entries.subMap(from, true, to, false), visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    visit(entries.subMap(from, true, to, false).descendingMap(), visitor);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    entries.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    entries.remove(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    NavigableMap<byte[], byte[]> range = entries.subMap(from, true, to, false);
    TreeSet<byte[]> named = new TreeSet<>(Arrays::compareUnsigned);
    named.addAll(keys);
    if (!named.containsAll(range.keySet())) {
      throw new IllegalStateException("a removed range holds a key that was not named");
    }
    range.clear();
  }

  public int size() {
    return entries.size();
  }

  private static void visit(NavigableMap<byte[], byte[]> range, Visitor visitor) {
    for (var entry : range.entrySet()) {
      if (!visitor.visit(entry.getKey(), entry.getValue())) {
        return;
      }
    }
  }
}
