package io.posthorn.core.shard.state;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The marks of subscriptions that are moving to another shard, or have come from one. */
public final class PendingSubscriptionMoves {
  private static final int LEAVING = 1;
  private static final int ARRIVED = 2;

  private final ShardStore store;
  private final TreeMap<SubscriptionId, Leaving> leaving = new TreeMap<>();
  private final TreeMap<SubscriptionId, FormerOwners> arrived = new TreeMap<>();

  /**
   * A change of URL that waits for the reply of the new URL's shard.
   *
   * @param request the request that waits for its reply
   * @param shard the shard that replies
   * @param entry the audit entry to record when it is done
   */
  public record Leaving(long request, int shard, @Nullable AuditEntry entry) {}

  PendingSubscriptionMoves(ShardStore store) {
    this.store = store;
    read(LEAVING, (id, in) -> leaving.put(id, leaving(in)));
    read(ARRIVED, (id, in) -> arrived.put(id, FormerOwners.read(in)));
  }

  private void read(int kind, BiConsumer<SubscriptionId, ByteReader> mark) {
    byte[] from = ByteWriter.key(Table.MOVE).u8(kind).toBytes();
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          ByteReader id = new ByteReader(key, 2);
          mark.accept(new SubscriptionId(id.u64(), id.u64()), new ByteReader(value));
          return true;
        });
  }

  private static Leaving leaving(ByteReader in) {
    long request = in.u64();
    int shard = (int) in.varint();
    byte[] entry = in.maybeBlob();
    return new Leaving(request, shard, entry == null ? null : AuditEntry.decode(entry));
  }

  public boolean leaving(SubscriptionId id) {
    return leaving.containsKey(id);
  }

  public void leave(SubscriptionId id, Leaving mark) {
    AuditEntry entry = mark.entry();
    leaving.put(id, mark);
    store.put(
        key(LEAVING, id),
        new ByteWriter(64)
            .u64(mark.request())
            .varint(mark.shard())
            .maybeBlob(entry == null ? null : entry.encode())
            .toBytes());
  }

  /** Removes the mark of a subscription that was leaving; null if there is none. */
  public @Nullable Leaving settle(SubscriptionId id) {
    Leaving mark = leaving.remove(id);
    if (mark != null) {
      store.delete(key(LEAVING, id));
    }
    return mark;
  }

  /** Marks a subscription that came from another shard, which still knows it. */
  public void arrive(SubscriptionId id, FormerOwners former) {
    arrived.put(id, former);
    store.put(key(ARRIVED, id), former.write(new ByteWriter(32)).toBytes());
  }

  /** The shards that owned a subscription before this one. */
  public FormerOwners formerOwners(SubscriptionId id) {
    FormerOwners former = arrived.isEmpty() ? null : arrived.get(id);
    return former == null ? FormerOwners.NONE : former;
  }

  /** Removes the mark of an arrival; returns whether other shards may know the subscription. */
  public boolean forgetArrival(SubscriptionId id) {
    boolean known = arrived.remove(id) != null;
    if (known) {
      store.delete(key(ARRIVED, id));
    }
    return known;
  }

  private static byte[] key(int kind, SubscriptionId id) {
    return ByteWriter.key(Table.MOVE).u8(kind).u64(id.high()).u64(id.low()).toBytes();
  }
}
