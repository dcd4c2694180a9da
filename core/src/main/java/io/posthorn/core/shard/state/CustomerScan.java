package io.posthorn.core.shard.state;

import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds customers in tables whose keys begin with one. */
public final class CustomerScan {
  private CustomerScan() {}

  /** The customers that have an entry, found by seeking from one customer's range to the next. */
  static SortedSet<String> having(Table table, ShardView store) {
    return having(table, store, new TreeSet<>());
  }

  /**
   * The same, including some customers that may have an entry. Those are not searched for: where
   * the oldest entries are deleted first, scanning for a customer's first entry would walk over
   * tombstones.
   */
  static SortedSet<String> having(Table table, ShardView store, SortedSet<String> some) {
    SortedSet<String> all = new TreeSet<>(some);
    byte[] from = StoreKeys.table(table);
    for (String known : some) {
      byte[] range = StoreKeys.customer(table, known);
      all.addAll(between(from, range, table, store));
      from = StoreKeys.endOf(range);
    }
    all.addAll(between(from, StoreKeys.endOf(StoreKeys.table(table)), table, store));
    return all;
  }

  private static List<String> between(byte[] from, byte[] to, Table table, ShardView store) {
    List<String> found = new ArrayList<>();
    byte[] at = from;
    String next = first(at, to, store);
    while (next != null) {
      found.add(next);
      at = StoreKeys.endOf(StoreKeys.customer(table, next));
      next = first(at, to, store);
    }
    return found;
  }

  private static @Nullable String first(byte[] from, byte[] to, ShardView store) {
    String[] found = new String[1];
    if (StoreKeys.compare(from, to) < 0) {
      store.scan(
          from,
          to,
          (key, value) -> {
            found[0] = new ByteReader(key, 1).word();
            return false;
          });
    }
    return found[0];
  }
}
