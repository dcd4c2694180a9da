package io.posthorn.sim.scenario;

import io.posthorn.engine.CommittingStore;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store in memory. Nothing crashes in a scenario, so a commit has nothing to do. */
final class MemoryStore implements CommittingStore {
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
  public void commit(boolean sync) {}

  private static void visit(NavigableMap<byte[], byte[]> range, Visitor visitor) {
    for (var entry : range.entrySet()) {
      if (!visitor.visit(entry.getKey(), entry.getValue())) {
        return;
      }
    }
  }
}
