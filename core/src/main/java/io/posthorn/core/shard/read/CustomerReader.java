package io.posthorn.core.shard.read;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
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

  /** Returns whether delivery is paused for all customers. */
  public boolean allPaused() {
    return store.get(Directory.pauseKey(null)) != null;
  }

  /** Returns whether delivery is paused for this customer alone. */
  public boolean paused(String customerId) {
    return store.get(Directory.pauseKey(customerId)) != null;
  }

  /** Returns whether a customer's delivery is paused, alone or with all others. */
  boolean deliveryPaused(String customerId) {
    return allPaused() || paused(customerId);
  }

  /** The time at which a customer was created; null if the customer does not exist. */
  public @Nullable Long since(String customerId) {
    return new Directory(store).customerSince(customerId);
  }

  /**
   * Returns whether a customer exists and is not being erased. An erasure removes the record before
   * its mark, so the mark is read first: a view without a snapshot never shows the customer in
   * between.
   */
  public boolean exists(String customerId) {
    return erasedEvents(customerId) == null && since(customerId) != null;
  }

  /** Returns whether a key marks the erasure of a customer, which every request looks up. */
  public static boolean notesErasing(byte[] key) {
    return key.length > 1
        && key[0] == Table.SWEEP.number()
        && SweepKind.ofKey(key) == SweepKind.ERASE;
  }

  /**
   * The customers that are being erased in this shard, in order, after an id.
   *
   * @param behind empty for the first ones
   */
  public List<String> erasing(String behind, int most) {
    List<String> found = new ArrayList<>();
    byte[] all = SweepKind.ERASE.key().toBytes();
    store.scan(
        SweepKind.ERASE.key().word(behind).u8(0).toBytes(),
        StoreKeys.endOf(all),
        (key, value) -> found.add(StoreKeys.erasedCustomer(key)) && found.size() < most);
    return found;
  }

  /** Returns whether another customer exists that is not being erased. */
  public boolean existsBeside(String customerId) {
    boolean[] found = {false};
    store.scan(
        ByteWriter.key(Table.CUSTOMER_RECORD).toBytes(),
        new byte[] {(byte) (Table.CUSTOMER_RECORD.number() + 1)},
        (key, value) -> {
          String other = new ByteReader(key, 1).word();
          found[0] = !other.equals(customerId) && erasedEvents(other) == null;
          return !found[0];
        });
    return found[0];
  }

  /** The number of a customer's events erased so far; null if it is not being erased. */
  public @Nullable Long erasedEvents(String customerId) {
    byte[] value = store.get(StoreKeys.erasing(customerId));
    return value == null ? null : new ByteReader(value).varint();
  }
}
