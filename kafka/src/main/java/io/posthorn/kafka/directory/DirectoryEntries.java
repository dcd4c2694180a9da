package io.posthorn.kafka.directory;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The directory in memory: subscriptions, keys, customers and delivery pauses, with the matching
 * index. One thread writes; any thread reads.
 */
public final class DirectoryEntries implements ShardView {
  /** The key of the delivery pause for all customers. */
  private static final byte[] ALL_PAUSED = Directory.pauseKey(null);

  private final ConcurrentSkipListMap<byte[], byte[]> entries =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private final SubscriptionIndex subscriptions = new SubscriptionIndex();

  /** The number of delivery pauses, so that a look-up costs nothing without one. */
  private final AtomicInteger pauses = new AtomicInteger();

  private final AtomicInteger customers = new AtomicInteger();

  /** Returns whether a key belongs to the directory. */
  public static boolean holds(byte[] key) {
    int table = key[0];
    return table == Table.SUBSCRIPTION.number()
        || table == Table.API_KEY.number()
        || table == Table.CUSTOMER_RECORD.number()
        || table == Table.CUSTOMER.number()
        || CustomerReader.notesErasing(key)
        || Arrays.equals(key, ALL_PAUSED);
  }

  /** Applies a change; a null value removes the key. */
  public void apply(byte[] key, byte @Nullable [] value) {
    byte[] before = value == null ? entries.remove(key) : entries.put(key, value);
    int more = (value == null ? 0 : 1) - (before == null ? 0 : 1);
    if (key[0] == Table.CUSTOMER.number() || Arrays.equals(key, ALL_PAUSED)) {
      pauses.addAndGet(more);
    }
    if (key[0] == Table.CUSTOMER_RECORD.number()) {
      customers.addAndGet(more);
    }
    if (key[0] == Table.SUBSCRIPTION.number()) {
      if (value == null) {
        ByteReader in = new ByteReader(key, 1);
        subscriptions.remove(new SubscriptionId(in.u64(), in.u64()));
      } else {
        subscriptions.put(SubscriptionCodec.decode(value));
      }
    }
  }

  /** Returns whether delivery is paused for a customer, alone or with all others. */
  public boolean deliveryPaused(String customerId) {
    return pauses.get() > 0
        && (entries.containsKey(ALL_PAUSED) || entries.containsKey(Directory.pauseKey(customerId)));
  }

  /** The number of customers, those being erased included. */
  public int customers() {
    return customers.get();
  }

  public SubscriptionIndex subscriptions() {
    return subscriptions;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      visit(entries.subMap(from, true, to, false), visitor);
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      visit(entries.subMap(from, true, to, false).descendingMap(), visitor);
    }
  }

  private static void visit(NavigableMap<byte[], byte[]> range, Visitor visitor) {
    for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
      if (!visitor.visit(entry.getKey(), entry.getValue())) {
        return;
      }
    }
  }
}
