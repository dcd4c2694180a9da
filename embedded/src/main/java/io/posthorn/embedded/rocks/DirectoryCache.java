package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory copy of API keys, customers and running sweeps, for any thread. Every call looks
 * these up (a sweep says whether a customer is being erased), and a database read would take longer
 * than the rest of a small call. All other tables are read from the store.
 *
 * <p>Customers come before sweeps: an erasure removes the customer before its mark, and a reader
 * looks for the mark first.
 */
final class DirectoryCache implements ShardView {
  private static final List<Table> TABLES =
      List.of(Table.API_KEY, Table.CUSTOMER_RECORD, Table.SWEEP);

  private final ShardView store;
  private final NavigableMap<byte[], byte[]> entries =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  DirectoryCache(ShardView store) {
    this.store = store;
    for (Table table : TABLES) {
      store.scan(
          new byte[] {table.number()},
          new byte[] {(byte) (table.number() + 1)},
          (key, value) -> {
            entries.put(key, value);
            return true;
          });
    }
  }

  /** Applies the writes of a commit. */
  void follow(UncommittedWrites committed) {
    for (Table table : TABLES) {
      committed.tables().get(table.number()).forEach(this::follow);
    }
  }

  private void follow(byte[] key, byte[] value) {
    if (UncommittedWrites.isGone(value)) {
      entries.remove(key);
    } else {
      entries.put(key, value);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return holds(key[0]) ? entries.get(key) : store.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    if (holds(from, to)) {
      show(entries.subMap(from, true, to, false), visitor);
    } else {
      store.scan(from, to, visitor);
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    if (holds(from, to)) {
      show(entries.subMap(from, true, to, false).descendingMap(), visitor);
    } else {
      store.scanBack(from, to, visitor);
    }
  }

  private static void show(Map<byte[], byte[]> range, Visitor visitor) {
    for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
      if (!visitor.visit(entry.getKey(), entry.getValue())) {
        return;
      }
    }
  }

  private static boolean holds(int firstByte) {
    return firstByte == Table.API_KEY.number()
        || firstByte == Table.CUSTOMER_RECORD.number()
        || firstByte == Table.SWEEP.number();
  }

  /** Returns whether a range lies within one of the copied tables. */
  private static boolean holds(byte[] from, byte[] to) {
    List<KeyRange> ranges = KeyRange.cut(from, to);
    return ranges.size() == 1
        && ranges.getFirst().firstTable() == ranges.getFirst().lastTable()
        && holds(ranges.getFirst().firstTable());
  }
}
