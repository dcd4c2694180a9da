package io.posthorn.core.shard.state;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The marks of subscriptions that are moving: between shards, and away from endpoints whose
 * messages have not all gone over yet.
 *
 * <p>Implementation notes. Ordered messages of a subscription wait at its endpoint until none is
 * left elsewhere. Of its former endpoints in this shard the sweeps know that. A shard that opens a
 * subscription from another one awaits its word; the other one owes it, and gives it once it has
 * none left and awaits none itself, or when the subscription comes back to it. Its word follows all
 * messages it has handed over.
 */
public final class PendingSubscriptionMoves {
  private static final int LEAVING = 1;
  private static final int ARRIVED = 2;
  private static final int AWAITED = 3;
  private static final int OWED = 4;
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final TreeMap<SubscriptionId, Leaving> leaving = new TreeMap<>();
  private final TreeMap<SubscriptionId, FormerOwners> arrived = new TreeMap<>();
  private final Map<SubscriptionId, Set<Integer>> awaited;
  private final Map<SubscriptionId, Set<Integer>> owed;

  /** The endpoints whose messages a sweep moves or cancels; restored by the sweeps. */
  private final Map<SubscriptionId, Set<EndpointId>> left = new TreeMap<>();

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
    awaited = marks(AWAITED);
    owed = marks(OWED);
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

  private Map<SubscriptionId, Set<Integer>> marks(int kind) {
    Map<SubscriptionId, Set<Integer>> found = new TreeMap<>();
    byte[] from = ByteWriter.key(Table.MOVE).u8(kind).toBytes();
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          ByteReader in = new ByteReader(key, 2);
          found
              .computeIfAbsent(new SubscriptionId(in.u64(), in.u64()), s -> new TreeSet<>())
              .add(in.u32());
          return true;
        });
    return found;
  }

  /** A sweep moves or cancels the messages of a subscription at an endpoint that it has left. */
  public void leave(SubscriptionId id, EndpointId endpoint) {
    left.computeIfAbsent(id, s -> new TreeSet<>()).add(endpoint);
  }

  /** None of a subscription's messages is left at an endpoint. */
  public void hasLeft(SubscriptionId id, EndpointId endpoint) {
    left.computeIfPresent(id, (s, endpoints) -> without(endpoints, endpoint));
  }

  /** Returns whether messages of a subscription may wait elsewhere than at its endpoint. */
  public boolean isElsewhere(SubscriptionId id, EndpointId current) {
    Set<EndpointId> endpoints = left.get(id);
    return awaited.containsKey(id)
        || (endpoints != null && (endpoints.size() > 1 || !endpoints.contains(current)));
  }

  /** The subscriptions that are leaving for another shard. */
  public Set<SubscriptionId> leaving() {
    return leaving.keySet();
  }

  /**
   * Records that another shard still has messages of a subscription, and will report when none is
   * left.
   */
  public void await(SubscriptionId id, int shard) {
    mark(AWAITED, awaited, id, shard);
  }

  /** Records that report of the other shard. */
  public void arrived(SubscriptionId id, int shard) {
    unmark(AWAITED, awaited, id, shard);
  }

  /** This shard has to say so to another one. */
  public void owe(SubscriptionId id, int shard) {
    mark(OWED, owed, id, shard);
  }

  /** Takes the shards that a word is owed to. */
  public List<Integer> takeOwed(SubscriptionId id) {
    List<Integer> shards = List.copyOf(owed.getOrDefault(id, Set.of()));
    shards.forEach(shard -> unmark(OWED, owed, id, shard));
    return shards;
  }

  /** Forgets a deleted subscription. */
  public void forget(SubscriptionId id) {
    takeOwed(id);
    List.copyOf(awaited.getOrDefault(id, Set.of())).forEach(shard -> arrived(id, shard));
  }

  private void mark(
      int kind, Map<SubscriptionId, Set<Integer>> marks, SubscriptionId id, int shard) {
    if (marks.computeIfAbsent(id, s -> new TreeSet<>()).add(shard)) {
      store.put(key(kind, id, shard), NO_VALUE);
    }
  }

  private void unmark(
      int kind, Map<SubscriptionId, Set<Integer>> marks, SubscriptionId id, int shard) {
    if (marks.containsKey(id)) {
      marks.computeIfPresent(id, (s, shards) -> without(shards, shard));
      store.delete(key(kind, id, shard));
    }
  }

  private static <T> @Nullable Set<T> without(Set<T> all, T one) {
    all.remove(one);
    return all.isEmpty() ? null : all;
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

  private static byte[] key(int kind, SubscriptionId id, int shard) {
    return ByteWriter.key(Table.MOVE).u8(kind).u64(id.high()).u64(id.low()).u32(shard).toBytes();
  }

  private static byte[] key(int kind, SubscriptionId id) {
    return ByteWriter.key(Table.MOVE).u8(kind).u64(id.high()).u64(id.low()).toBytes();
  }
}
