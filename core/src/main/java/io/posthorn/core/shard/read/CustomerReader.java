package io.posthorn.core.shard.read;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.state.DeliveryPauses;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of customers: delivery pauses and the progress of erasure. Safe for any thread.
 */
public final class CustomerReader {
  private final ShardView store;

  public CustomerReader(ShardView store) {
    this.store = store;
  }

  /** Whether delivery is paused for all customers. */
  public boolean allPaused() {
    return store.get(DeliveryPauses.ALL) != null;
  }

  /** Whether delivery is paused for this customer alone. */
  public boolean paused(String customerId) {
    return store.get(StoreKeys.customer(Table.CUSTOMER, customerId)) != null;
  }

  /** When a customer was created; null if there is no such customer. */
  public @Nullable Long since(String customerId) {
    return new Directory(store).customerSince(customerId);
  }

  /** Whether a customer exists and is not being erased. */
  public boolean exists(String customerId) {
    return since(customerId) != null && erasedEvents(customerId) == null;
  }

  /** Whether a key marks the erasure of a customer, which every request looks up. */
  public static boolean notesErasing(byte[] key) {
    return key.length > 1
        && key[0] == Table.SWEEP.number()
        && SweepKind.ofKey(key) == SweepKind.ERASE;
  }

  /** The customers that are being erased in this shard, in order. */
  public List<String> erasing() {
    List<String> found = new ArrayList<>();
    byte[] all = SweepKind.ERASE.key().toBytes();
    store.scan(all, StoreKeys.endOf(all), (key, value) -> found.add(StoreKeys.erasedCustomer(key)));
    return found;
  }

  /** The number of a customer's events erased so far; null if it is not being erased. */
  public @Nullable Long erasedEvents(String customerId) {
    byte[] value = store.get(StoreKeys.erasing(customerId));
    return value == null ? null : new ByteReader(value).varint();
  }
}
