package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.shard.layout.OrderingKeyEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues of ordered messages, one for each ordering key: its head, which is in a lane like any
 * other message, and those behind it. The queues are in the store; in memory are only the keys
 * whose head {@link Lanes} has not written to a lane, with nothing behind it.
 *
 * <p>Implementation notes. Positions are numbers that increase with acceptance. They contain the
 * time of acceptance, so that numbers of different shards are comparable when messages move. At an
 * endpoint that a subscription is leaving for another shard they increase without it, and whatever
 * numbers are given elsewhere, so that the other shard can start behind all that are given here
 * until then. For the same reason such an endpoint takes in no higher numbers. No number depends on
 * the clock of the turn: after a crash a Kafka node reads the same records again, and has to give
 * the same numbers.
 */
public final class ObjectQueues {
  /** More messages than can be accepted while one subscription moves; about a second of time. */
  static final long RESERVED = 1L << 30;

  /** The messages that can be accepted in one millisecond before numbers run ahead of time. */
  private static final int COUNT_BITS = 20;

  private final ShardStore store;

  /** The heads whose keys are not stored. */
  private final Map<ObjectAt, MessageId> unwritten = new HashMap<>(); // never iterated

  private long last;
  private long replays;

  /** The last number at each endpoint that a subscription is leaving for another shard. */
  private final TreeMap<EndpointId, Long> leaving = new TreeMap<>();

  /** A message behind the head, with its key in the store. */
  public record Follower(byte[] key, SubscriptionId subscription) {
    public MessageId id() {
      return StoreKeys.messageId(key);
    }
  }

  private record ObjectAt(EndpointId endpoint, OrderingKey key) {}

  ObjectQueues(ShardStore store) {
    this.store = store;
  }

  void read(ByteReader in) {
    last = in.u64();
    replays = in.u64();
    for (long left = in.atEnd() ? 0 : in.varint(); left > 0; left--) { // version 0.2.0 wrote none
      leaving.put(new EndpointId(in.u64(), in.u64()), in.u64());
    }
  }

  void write(ByteWriter out) {
    out.u64(last).u64(replays).varint(leaving.size());
    leaving.forEach((endpoint, number) -> out.u64(endpoint.high()).u64(endpoint.low()).u64(number));
  }

  /** The number of the next message that an endpoint accepts. */
  public long nextSequence(EndpointId endpoint, long acceptedAt) {
    Long given = leaving.get(endpoint);
    if (given == null) {
      last = Math.max(last + 1, acceptedAt << COUNT_BITS);
      return last;
    }
    leaving.put(endpoint, given + 1);
    last = Math.max(last, given + 1);
    return given + 1;
  }

  /** A subscription begins to leave an endpoint for another shard. */
  public void leave(EndpointId endpoint) {
    leaving.putIfAbsent(endpoint, last);
  }

  /** No subscription is leaving an endpoint any more. */
  public void settle(EndpointId endpoint) {
    leaving.remove(endpoint);
  }

  /** A number above all at an endpoint until a move from it that begins now is accepted. */
  public long reserved(EndpointId endpoint) {
    return lastAt(endpoint) + RESERVED;
  }

  /**
   * Returns whether an endpoint cannot take in messages with numbers up to one: those that a
   * subscription leaves it with, and all others of their ordering keys, are to have lower ones.
   */
  public boolean isClosedTo(EndpointId endpoint, long number) {
    return number > lastAt(endpoint) && leaving.containsKey(endpoint);
  }

  /** Returns whether an endpoint cannot take in messages of this shard's other endpoints. */
  public boolean isClosed(EndpointId endpoint) {
    return isClosedTo(endpoint, last);
  }

  private long lastAt(EndpointId endpoint) {
    return leaving.getOrDefault(endpoint, last);
  }

  /** Continues behind a number of another shard. */
  public void continueBehind(long number) {
    last = Math.max(last, number);
  }

  /**
   * The position of a message that joins its ordering key: a replay comes after all that were
   * accepted.
   */
  public ObjectOrder position(EndpointId endpoint, ObjectOrder order) {
    return order.placed() ? order : order.joinAfter(Math.max(lastAt(endpoint), 1), ++replays);
  }

  public OrderingKeyEntry get(EndpointId endpoint, OrderingKey key) {
    MessageId head = unwritten.get(new ObjectAt(endpoint, key));
    if (head != null) {
      return OrderingKeyEntry.EMPTY.withHead(head);
    }
    byte[] value = store.get(StoreKeys.object(endpoint, key));
    return value == null ? OrderingKeyEntry.EMPTY : OrderingKeyEntry.decode(value);
  }

  /** Makes a message the head at once; its ordering key was empty. */
  public void begin(EndpointId endpoint, OrderingKey key, MessageId head) {
    unwritten.put(new ObjectAt(endpoint, key), head);
  }

  /** Stores an ordering key, because its head is in a stored lane from now on. */
  void write(EndpointId endpoint, OrderingKey key) {
    MessageId head = unwritten.remove(new ObjectAt(endpoint, key));
    if (head != null) {
      put(endpoint, key, OrderingKeyEntry.EMPTY.withHead(head));
    }
  }

  /** A message that was in no stored lane when the previous process ended is the head again. */
  void recover(EndpointId endpoint, OrderingKey key, MessageId head) {
    if (get(endpoint, key).isEmpty()) {
      begin(endpoint, key, head);
    }
  }

  public void put(EndpointId endpoint, OrderingKey key, OrderingKeyEntry entry) {
    boolean stored = unwritten.remove(new ObjectAt(endpoint, key)) == null;
    if (entry.isEmpty() && !stored) {
      return;
    }
    if (entry.isEmpty()) {
      store.delete(StoreKeys.object(endpoint, key));
    } else {
      store.put(StoreKeys.object(endpoint, key), entry.encode());
    }
  }

  /** The ordering key of a message without the message. */
  public OrderingKeyEntry without(EndpointId endpoint, Message message, ObjectOrder order) {
    OrderingKeyEntry entry = get(endpoint, order.key());
    if (!order.behind() && !message.id().equals(entry.head())) {
      throw new IllegalStateException(message.id() + " is not the head of its key at " + endpoint);
    }
    return order.behind() ? entry.withOneLess() : entry.withHead(null);
  }

  /** Takes a message out of its ordering key, when no other one is to become the head. */
  public void remove(EndpointId endpoint, Message message, ObjectOrder order) {
    put(endpoint, order.key(), without(endpoint, message, order));
  }

  /** The first message behind the head; null if there is none. */
  public @Nullable Follower first(
      EndpointId endpoint, OrderingKey key, OrderingKeyEntry.Floor floor) {
    List<Follower> found =
        scan(
            StoreKeys.ordersFrom(endpoint, key, floor),
            StoreKeys.endOf(StoreKeys.orders(endpoint, key)),
            1);
    return found.isEmpty() ? null : found.getFirst();
  }

  /** Messages of an endpoint that wait behind a head, after a key (null: from the first). */
  public List<Follower> followers(EndpointId endpoint, byte @Nullable [] behind, int most) {
    byte[] all = StoreKeys.orders(endpoint);
    return scan(behind == null ? all : StoreKeys.after(behind), StoreKeys.endOf(all), most);
  }

  private List<Follower> scan(byte[] from, byte[] to, int most) {
    List<Follower> found = new ArrayList<>();
    store.scan(
        from,
        to,
        (key, value) -> {
          ByteReader in = new ByteReader(value);
          found.add(new Follower(key, new SubscriptionId(in.u64(), in.u64())));
          return found.size() < most;
        });
    return found;
  }

  void addFollower(EndpointId endpoint, Message message) {
    SubscriptionId subscription = message.subscription();
    store.put(
        StoreKeys.inOrder(endpoint, Objects.requireNonNull(message.order()), message.id()),
        new ByteWriter(16).u64(subscription.high()).u64(subscription.low()).toBytes());
  }

  void removeFollower(EndpointId endpoint, Message message) {
    store.delete(
        StoreKeys.inOrder(endpoint, Objects.requireNonNull(message.order()), message.id()));
  }

  /**
   * Collects the ordering keys of an endpoint without a head, after one (null: from the first).
   *
   * @param most how many keys to read
   * @return where to continue; null if there is nothing behind
   */
  public byte @Nullable [] keys(
      EndpointId endpoint, byte @Nullable [] behind, int most, List<OrderingKey> withoutHead) {
    byte[] all = StoreKeys.objects(endpoint);
    List<byte[]> read = new ArrayList<>();
    store.scan(
        behind == null ? all : StoreKeys.after(behind),
        StoreKeys.endOf(all),
        (key, value) -> {
          read.add(key);
          if (OrderingKeyEntry.decode(value).head() == null) {
            withoutHead.add(StoreKeys.orderingKey(key));
          }
          return read.size() < most;
        });
    return read.size() < most ? null : read.getLast();
  }
}
