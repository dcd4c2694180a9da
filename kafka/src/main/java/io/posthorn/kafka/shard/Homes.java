package io.posthorn.kafka.shard;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which event ids are taken. The home of an event is the shard of its place in the intake; there
 * its id is kept for as long as any shard may still hold something of it, whichever shards its
 * messages went to.
 */
final class Homes {
  /** Customer, event id: the event's key. Numbers beyond those of the shard's own tables. */
  private static final int HOME = 0xE0;

  /** Moment of forgetting, customer, event id. */
  private static final int BY_AGE = 0xE1;

  /** What one step forgets at most, so that a turn stays short. */
  private static final int STEP = 500;

  private final ShardStore store;
  private final long kept;
  private byte[] floor = {(byte) BY_AGE};

  /** Keeps ids for some milliseconds. */
  Homes(ShardStore store, long kept) {
    this.store = store;
    this.kept = kept;
  }

  boolean known(String customerId, String eventId) {
    return store.get(home(customerId, eventId)) != null;
  }

  void add(String customerId, String eventId, EventKey key) {
    byte[] home = home(customerId, eventId);
    ByteWriter value = new ByteWriter(16);
    key.write(value);
    store.put(home, value.toBytes());
    store.put(byAge(key.acceptedAt() + kept, home), new byte[0]);
  }

  /** Forgets some of the ids whose time has come; whether there may be more. */
  boolean forget(long now) {
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

  private static byte[] home(String customerId, String eventId) {
    return new ByteWriter(64).u8(HOME).word(customerId).word(eventId).toBytes();
  }

  private static byte[] byAge(long moment, byte[] home) {
    return new ByteWriter(9 + home.length).u8(BY_AGE).u64(moment).raw(home).toBytes();
  }
}
