package io.posthorn.bench.seed;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory shard store, optimised for bulk filling.
 *
 * <p>Implementation notes. In the message tables, the entries of one endpoint, subscription or
 * customer arrive in key order, one event after the other. So the entries of an event are appended
 * to runs once all its requests have ended, and nothing is ever sorted: the runs together are the
 * table. Settled entries are read but never written again.
 */
final class SeedStore implements ShardStore {
  private static final int TABLE = 1;
  private static final int ID = 16;

  /** The message tables, with the length of the common key prefix of a run. */
  private static final Map<Table, Integer> FILLED =
      new EnumMap<>(
          Map.of(
              Table.EVENT,
              TABLE,
              Table.MESSAGE,
              TABLE,
              Table.ATTEMPT,
              TABLE,
              Table.LANE,
              TABLE + ID + 1,
              Table.EXPIRY,
              TABLE + ID,
              Table.BY_ENDPOINT,
              TABLE + ID));

  private static final int[] PREFIXES = prefixes();

  private final NavigableMap<byte[], byte[]> others = sorted();
  private final NavigableMap<byte[], byte[]> unsettled = sorted();
  private final NavigableMap<byte[], SortedRun> runs = sorted();

  private static <V> NavigableMap<byte[], V> sorted() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  private static int[] prefixes() {
    int[] prefixes = new int[256];
    FILLED.forEach((table, length) -> prefixes[table.number()] = length);
    return prefixes;
  }

  /** Moves an event's entries to the runs; its messages do not change any more. */
  void settle() {
    @Nullable SortedRun run = null;
    for (Map.Entry<byte[], byte[]> entry : unsettled.entrySet()) {
      byte[] key = entry.getKey();
      if (run == null || !run.holds(key)) {
        run = runs.computeIfAbsent(Arrays.copyOf(key, PREFIXES[key[0]]), SortedRun::new);
      }
      run.add(key, entry.getValue());
    }
    unsettled.clear();
  }

  private NavigableMap<byte[], byte[]> liveTable(byte[] key) {
    return PREFIXES[key[0]] == 0 ? others : unsettled;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    liveTable(key).put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    if (liveTable(key).remove(key) == null && get(key) != null) {
      throw new IllegalStateException("cannot delete a settled entry");
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] found = liveTable(key).get(key);
    if (found != null || PREFIXES[key[0]] == 0) {
      return found;
    }
    List<byte[]> settled = new ArrayList<>(1);
    scan(key, Arrays.copyOf(key, key.length + 1), (same, value) -> settled.add(value));
    return settled.isEmpty() ? null : settled.getFirst();
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    Iterator<Map.Entry<byte[], byte[]>> fresh =
        (PREFIXES[from[0]] == 0 ? others : unsettled).subMap(from, to).entrySet().iterator();
    Map.@Nullable Entry<byte[], byte[]> held = next(fresh);
    byte @Nullable [] first = runs.floorKey(from);
    for (SortedRun run : runs.subMap(first == null ? from : first, to).values()) {
      Iterator<Map.Entry<byte[], byte[]>> settled = run.entries();
      while (settled.hasNext()) {
        Map.Entry<byte[], byte[]> entry = settled.next();
        if (Arrays.compareUnsigned(entry.getKey(), from) < 0) {
          continue;
        }
        if (Arrays.compareUnsigned(entry.getKey(), to) >= 0) {
          break;
        }
        while (held != null && Arrays.compareUnsigned(held.getKey(), entry.getKey()) < 0) {
          if (!visitor.visit(held.getKey(), held.getValue())) {
            return;
          }
          held = next(fresh);
        }
        if (!visitor.visit(entry.getKey(), entry.getValue())) {
          return;
        }
      }
    }
    while (held != null && visitor.visit(held.getKey(), held.getValue())) {
      held = next(fresh);
    }
  }

  private static Map.@Nullable Entry<byte[], byte[]> next(
      Iterator<Map.Entry<byte[], byte[]>> entries) {
    return entries.hasNext() ? entries.next() : null;
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    throw new UnsupportedOperationException("not needed for filling a store");
  }

  static Iterable<Table> filled() {
    return FILLED.keySet();
  }

  /** The entries of a message table, in key order. */
  void forEach(Table table, BiConsumer<byte[], byte[]> each) {
    byte[] from = {table.number()};
    byte[] to = {(byte) (table.number() + 1)};
    for (SortedRun run : runs.subMap(from, to).values()) {
      run.entries().forEachRemaining(entry -> each.accept(entry.getKey(), entry.getValue()));
    }
  }

  /** The entries of all other tables. */
  Map<byte[], byte[]> others() {
    return Collections.unmodifiableMap(others);
  }
}
