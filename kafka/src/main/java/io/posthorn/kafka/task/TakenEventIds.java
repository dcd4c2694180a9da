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
 * Which event ids are taken. The takenKey of an event is the shard of its place in the intake; there
 * its id is kept for as long as any shard may still hold something of it, whichever shards its
 * messages went to.
 */
final class TakenEventIds {
  /** Customer, event id: the event's key. Numbers beyond those of the shard's own tables. */
  private static final int TAKEN = 0xE0;

  /** Moment of forgetting, customer, event id. */
  private static final int BY_AGE = 0xE1;

  /** Customer: the moment up to which all ids that it took are to be forgotten. */
  private static final int ERASED = 0xE2;

  /** What one step forgets at most, so that a turn stays short. */
  private static final int STEP = 500;

  private final ShardStore store;
  private final long kept;
  private byte[] floor = {(byte) BY_AGE};

  /** Customers that are being erased, with the moment of that. */
  private final TreeMap<String, Long> erased = new TreeMap<>();

  /** How far the first of them is. */
  private byte @Nullable [] eraseFrom;

  /** Keeps ids for some milliseconds. */
  TakenEventIds(ShardStore store, long kept) {
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

  /** Forgets all ids that a customer has taken so far, step by step. */
  void erase(String customerId, long now) {
    store.put(erasedKey(customerId), new ByteWriter(8).u64(now).toBytes());
    erased.put(customerId, now);
    eraseFrom = null;
  }

  private static byte[] erasedKey(String customerId) {
    return new ByteWriter(64).u8(ERASED).word(customerId).toBytes();
  }

  /** One step for the first of those that are being erased. */
  private void eraseSome(String customerId) {
    byte[] all = new ByteWriter(64).u8(TAKEN).word(customerId).toBytes();
    byte[] from = eraseFrom == null ? all : eraseFrom;
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    // The key's text ends with a zero: with a one behind it comes what no key of it has.
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

  /** Forgets some of the ids whose time has come; whether there may be more. */
  boolean forget(long now) {
    if (!erased.isEmpty()) {
      eraseSome(erased.firstKey());
      return true;
    }
    List<byte[]> due = new ArrayList<>();
    // From where the last step ended: what was removed before it still lies there as tombstones.
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
