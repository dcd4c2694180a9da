package io.posthorn.kafka.task;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The store of event ids for idempotency. The shard of an event's intake partition keeps its id as
 * long as any shard may hold data of the event.
 */
final class EventIdStore {
  /**
   * Customer, event id: the event's key. The numbers are beyond those of the shard's own tables.
   */
  private static final int TAKEN = 0xE0;

  /** Expiry time, customer, event id. */
  private static final int BY_AGE = 0xE1;

  /** Customer: ids taken up to this time are to be removed. */
  private static final int ERASED = 0xE2;

  /** Upper bound of ids that one step removes, so that turns stay short. */
  private static final int STEP = 500;

  private final ShardStore store;
  private final long kept;
  private byte[] floor = {(byte) BY_AGE};

  /** Customers that are being erased, and since when. */
  private final TreeMap<String, Long> erased = new TreeMap<>();

  /** The position in the first of them. */
  private byte @Nullable [] eraseFrom;

  /** Creates the registry; {@code kept} is in milliseconds. */
  EventIdStore(ShardStore store, long kept) {
    this.store = store;
    this.kept = kept;
    store.scan(
        new byte[] {(byte) ERASED},
        new byte[] {(byte) (ERASED + 1)},
        (key, value) -> {
          erased.put(new ByteReader(key, 1).word(), new ByteReader(value).u64());
          return true;
        });
  }

  boolean known(String customerId, String eventId) {
    byte[] takenKey = takenKey(customerId, eventId);
    byte[] value = store.get(takenKey);
    if (value == null || !isErased(customerId, value)) {
      return value != null;
    }
    forget(takenKey, value);
    return false;
  }

  private boolean isErased(String customerId, byte[] value) {
    Long moment = erased.get(customerId);
    return moment != null && EventKey.read(new ByteReader(value)).acceptedAt() <= moment;
  }

  /** Removes all ids that a customer has taken so far, step by step. */
  void erase(String customerId, long now) {
    store.put(erasedKey(customerId), new ByteWriter(8).u64(now).toBytes());
    erased.put(customerId, now);
    eraseFrom = null;
  }

  private static byte[] erasedKey(String customerId) {
    return new ByteWriter(64).u8(ERASED).word(customerId).toBytes();
  }

  /** Erases one step of a customer's ids. */
  private void eraseSome(String customerId) {
    byte[] all = new ByteWriter(64).u8(TAKEN).word(customerId).toBytes();
    byte[] from = eraseFrom == null ? all : eraseFrom;
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    // The key's text ends with a zero byte; a one instead is the exclusive end of the customer's
    // range.
    byte[] end = all.clone();
    end[end.length - 1] = 1;
    store.scan(
        from,
        end,
        (key, value) -> {
          keys.add(key);
          values.add(value);
          return keys.size() < STEP;
        });
    for (int i = 0; i < keys.size(); i++) {
      if (isErased(customerId, values.get(i))) {
        forget(keys.get(i), values.get(i));
      }
    }
    if (keys.size() == STEP) {
      byte[] last = keys.getLast();
      eraseFrom = Arrays.copyOf(last, last.length + 1);
    } else {
      eraseFrom = null;
      erased.remove(customerId);
      store.delete(erasedKey(customerId));
    }
  }

  private void forget(byte[] takenKey, byte[] value) {
    store.delete(byAge(EventKey.read(new ByteReader(value)).acceptedAt() + kept, takenKey));
    store.delete(takenKey);
  }

  void add(String customerId, String eventId, EventKey key) {
    byte[] takenKey = takenKey(customerId, eventId);
    ByteWriter value = new ByteWriter(16);
    key.write(value);
    store.put(takenKey, value.toBytes());
    store.put(byAge(key.acceptedAt() + kept, takenKey), new byte[0]);
  }

  /** Removes some expired ids; returns whether there may be more. */
  boolean forget(long now) {
    if (!erased.isEmpty()) {
      eraseSome(erased.firstKey());
      return true;
    }
    List<byte[]> due = new ArrayList<>();
    // Starts where the last step ended, to skip the tombstones before it.
    store.scan(
        floor,
        new ByteWriter(9).u8(BY_AGE).u64(now).toBytes(),
        (key, value) -> {
          due.add(key);
          return due.size() < STEP;
        });
    for (byte[] key : due) {
      store.delete(Arrays.copyOfRange(key, 9, key.length));
      store.delete(key);
      floor = key;
    }
    return due.size() == STEP;
  }

  private static byte[] takenKey(String customerId, String eventId) {
    return new ByteWriter(64).u8(TAKEN).word(customerId).word(eventId).toBytes();
  }

  private static byte[] byAge(long moment, byte[] takenKey) {
    return new ByteWriter(9 + takenKey.length).u8(BY_AGE).u64(moment).raw(takenKey).toBytes();
  }
}
