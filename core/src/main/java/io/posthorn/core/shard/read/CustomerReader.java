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

/** Reads how customers stand: their red buttons, and how far their erasing is. For any thread. */
public final class CustomerReader {
  private final ShardView store;

  public CustomerReader(ShardView store) {
    this.store = store;
  }

  /** Whether the red button for all is pressed. */
  public boolean allPaused() {
    return store.get(DeliveryPauses.ALL) != null;
  }

  /** Whether a customer's own red button is pressed. */
  public boolean paused(String customerId) {
    return store.get(StoreKeys.customer(Table.CUSTOMER, customerId)) != null;
  }

  /** When a customer was created; null if there is no such customer. */
  public @Nullable Long since(String customerId) {
    return new Directory(store).customerSince(customerId);
  }

  /** Whether there is a customer of that id which is not being erased. */
  public boolean exists(String customerId) {
    return since(customerId) != null && erasedEvents(customerId) == null;
  }

  /** Whether a key is where the erasing of a customer is noted, which every caller asks for. */
  public static boolean notesErasing(byte[] key) {
    return key.length > 1
        && key[0] == Table.SWEEP.number()
        && SweepKind.ofKey(key) == SweepKind.ERASE;
  }

  /** The customers that are being erased here, in their order. */
  public List<String> erasing() {
    List<String> found = new ArrayList<>();
    byte[] all = SweepKind.ERASE.key().toBytes();
    store.scan(all, StoreKeys.endOf(all), (key, value) -> found.add(StoreKeys.erasedCustomer(key)));
    return found;
  }

  /** How many of a customer's events are erased so far; null where it is not being erased. */
  public @Nullable Long erasedEvents(String customerId) {
    byte[] value = store.get(StoreKeys.erasing(customerId));
    return value == null ? null : new ByteReader(value).varint();
  }
}
