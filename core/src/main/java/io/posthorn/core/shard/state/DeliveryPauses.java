package io.posthorn.core.shard.state;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The delivery pauses: for all, and for single customers. */
public final class DeliveryPauses {
  private static final byte[] ON = {1};

  private final ShardStore store;
  private final TreeSet<String> paused = new TreeSet<>();
  private boolean allPaused;

  DeliveryPauses(ShardStore store) {
    this.store = store;
    allPaused = store.get(Directory.pauseKey(null)) != null;
    byte[] from = StoreKeys.table(Table.CUSTOMER);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          paused.add(new ByteReader(key, 1).word());
          return true;
        });
  }

  public boolean paused(String customerId) {
    return allPaused || paused.contains(customerId);
  }

  /** Sets or clears a pause; null means all customers. */
  public void set(@Nullable String customerId, boolean on) {
    if (customerId == null) {
      allPaused = on;
    } else if (on) {
      paused.add(customerId);
    } else {
      paused.remove(customerId);
    }
    byte[] key = Directory.pauseKey(customerId);
    if (on) {
      store.put(key, ON);
    } else {
      store.delete(key);
    }
  }
}
