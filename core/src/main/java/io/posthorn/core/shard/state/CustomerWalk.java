package io.posthorn.core.shard.state;

import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the customers that have entries in a table whose keys begin with a customer, one at a
 * time: it seeks from one customer's range to the next.
 *
 * <p>It asks for the next known customer first and seeks straight to that one's range. A scan for a
 * customer's first entry would read the tombstones of entries that were deleted before it.
 */
public final class CustomerWalk {
  private final Table table;
  private final ShardView store;
  private final Function<@Nullable String, @Nullable String> nextKnown;
  private @Nullable String last;

  /**
   * Begins a walk.
   *
   * @param nextKnown the known customer behind another (null: the first); null if there is none
   */
  CustomerWalk(
      Table table, ShardView store, Function<@Nullable String, @Nullable String> nextKnown) {
    this.table = table;
    this.store = store;
    this.nextKnown = nextKnown;
  }

  /** The next customer, at the cost of a few seeks; null at the end. */
  public @Nullable String next() {
    String known = nextKnown.apply(last);
    byte[] to =
        known == null ? StoreKeys.endOf(StoreKeys.table(table)) : StoreKeys.customer(table, known);
    String other = first(behind(table, last), to, store);
    last = other == null ? known : other;
    return last;
  }

  /** The customer behind another (null: the first) that has entries in a table. */
  static @Nullable String behind(Table table, ShardView store, @Nullable String customer) {
    return first(behind(table, customer), StoreKeys.endOf(StoreKeys.table(table)), store);
  }

  private static byte[] behind(Table table, @Nullable String customer) {
    return customer == null
        ? StoreKeys.table(table)
        : StoreKeys.endOf(StoreKeys.customer(table, customer));
  }

  private static @Nullable String first(byte[] from, byte[] to, ShardView store) {
    @Nullable String[] found = new String[1];
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
