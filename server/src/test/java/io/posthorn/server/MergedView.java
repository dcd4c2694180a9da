package io.posthorn.server;

import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several shards as one: what stands in one of them stands here, in the order of the keys. What
 * every node knows is there even if its shard is not.
 *
 * @param all for what every node knows
 * @param reached for the rest
 * @param missed told where the rest is looked at
 */
record MergedView(List<? extends ShardView> all, List<? extends ShardView> reached, Runnable missed)
    implements ShardView {
  private static final Set<Integer> KNOWN_EVERYWHERE =
      Set.of(
          (int) Table.META.number(),
          (int) Table.SUBSCRIPTION.number(),
          (int) Table.CUSTOMER.number(),
          (int) Table.SWEEP.number(),
          (int) Table.API_KEY.number(),
          (int) Table.CUSTOMER_RECORD.number());

  private List<? extends ShardView> shards(byte[] key) {
    if (KNOWN_EVERYWHERE.contains((int) key[0])) {
      return all;
    }
    missed.run();
    return reached;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    for (ShardView shard : shards(key)) {
      byte[] value = shard.get(key);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    visit(range(from, to), visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    visit(range(from, to).descendingMap(), visitor);
  }

  private NavigableMap<byte[], byte[]> range(byte[] from, byte[] to) {
    NavigableMap<byte[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);
    for (ShardView shard : shards(from)) {
      shard.scan(
          from,
          to,
          (key, value) -> {
            all.putIfAbsent(key, value);
            return true;
          });
    }
    return all;
  }

  private static void visit(NavigableMap<byte[], byte[]> range, Visitor visitor) {
    for (var entry : range.entrySet()) {
      if (!visitor.visit(entry.getKey(), entry.getValue())) {
        return;
      }
    }
  }
}
