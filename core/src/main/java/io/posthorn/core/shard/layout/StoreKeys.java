package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Arrays;

/** The keys of the tables: how they are built and parsed. */
public final class StoreKeys {
  private static final int TABLE = 1;
  private static final int ID = 16;
  private static final int MESSAGE = ID + 4;
  private static final int TIME = 8;

  private StoreKeys() {}

  public static byte[] table(Table table) {
    return ByteWriter.key(table).toBytes();
  }

  public static byte[] meta(String name) {
    return ByteWriter.key(Table.META).word(name).toBytes();
  }

  public static byte[] endpoint(String customerId, EndpointId id) {
    return endpoint(Table.ENDPOINT, customerId, id);
  }

  public static byte[] endpointState(String customerId, EndpointId id) {
    return endpoint(Table.ENDPOINT_STATE, customerId, id);
  }

  private static byte[] endpoint(Table table, String customerId, EndpointId id) {
    return ByteWriter.key(table).word(customerId).u64(id.high()).u64(id.low()).toBytes();
  }

  /** The endpoint that a key ends in. */
  public static EndpointId endpointId(byte[] key) {
    ByteReader in = new ByteReader(key, key.length - ID);
    return new EndpointId(in.u64(), in.u64());
  }

  public static byte[] subscription(SubscriptionId id) {
    return ByteWriter.key(Table.SUBSCRIPTION, TABLE + ID).u64(id.high()).u64(id.low()).toBytes();
  }

  /**
   * A customer's entry in a table with one entry per customer, and the prefix of its entries in the
   * others.
   */
  public static byte[] customer(Table table, String customerId) {
    return ByteWriter.key(table).word(customerId).toBytes();
  }

  public static byte[] event(String customerId, EventKey key) {
    return ofEvent(Table.EVENT, customerId, key);
  }

  /** The first key that an event accepted at a given time can have. */
  public static byte[] eventsFrom(String customerId, long time) {
    return ByteWriter.key(Table.EVENT).word(customerId).u64(time << 16).toBytes();
  }

  public static EventKey eventKey(byte[] key) {
    return EventKey.read(new ByteReader(key, key.length - ID));
  }

  /** A message of the event that a key ends in. */
  public static MessageId messageIdOf(byte[] eventKey, int ordinal) {
    return new MessageId(eventKey(eventKey), ordinal);
  }

  public static byte[] eventId(String customerId, String eventId) {
    return ByteWriter.key(Table.EVENT_ID).word(customerId).word(eventId).toBytes();
  }

  public static byte[] message(String customerId, MessageId id) {
    return endingIn(ByteWriter.key(Table.MESSAGE).word(customerId), id);
  }

  /** The prefix of the keys of all messages of an event. */
  public static byte[] messagesOf(String customerId, EventKey key) {
    return ofEvent(Table.MESSAGE, customerId, key);
  }

  /** The prefix of the keys of all attempts of an event's messages. */
  public static byte[] attemptsOf(String customerId, EventKey key) {
    return ofEvent(Table.ATTEMPT, customerId, key);
  }

  private static byte[] ofEvent(Table table, String customerId, EventKey key) {
    ByteWriter out = ByteWriter.key(table).word(customerId);
    key.write(out);
    return out.toBytes();
  }

  public static byte[] attempt(String customerId, MessageId id, int number) {
    ByteWriter out = ByteWriter.key(Table.ATTEMPT).word(customerId);
    id.write(out);
    return out.u32(number).toBytes();
  }

  public static byte[] attempts(String customerId, MessageId id) {
    return endingIn(ByteWriter.key(Table.ATTEMPT).word(customerId), id);
  }

  public static byte[] lane(EndpointId endpoint, Lane lane) {
    return ofEndpoint(Table.LANE, endpoint, 1).u8(lane.number()).toBytes();
  }

  public static byte[] laneFrom(EndpointId endpoint, Lane lane, long time) {
    return ofEndpoint(Table.LANE, endpoint, 1 + TIME).u8(lane.number()).u64(time).toBytes();
  }

  public static byte[] inLane(EndpointId endpoint, Lane lane, LanePosition position) {
    return endingIn(
        ofEndpoint(Table.LANE, endpoint, 1 + TIME + MESSAGE).u8(lane.number()).u64(position.at()),
        position.message());
  }

  public static LanePosition lanePosition(byte[] key) {
    ByteReader in = new ByteReader(key, TABLE + ID + 1);
    return new LanePosition(in.u64(), MessageId.read(in));
  }

  /** The prefix of the keys of an endpoint's ordering keys. */
  public static byte[] objects(EndpointId endpoint) {
    return ofEndpoint(Table.KEY, endpoint, 0).toBytes();
  }

  public static byte[] object(EndpointId endpoint, OrderingKey key) {
    ByteWriter out = ofEndpoint(Table.KEY, endpoint, ID);
    key.write(out);
    return out.toBytes();
  }

  /** The ordering key in a key of {@link #object}. */
  public static OrderingKey orderingKey(byte[] key) {
    return OrderingKey.read(new ByteReader(key, TABLE + ID));
  }

  /** The prefix of an endpoint's ordered messages that wait behind a head. */
  public static byte[] orders(EndpointId endpoint) {
    return ofEndpoint(Table.ORDER, endpoint, 0).toBytes();
  }

  /** The prefix of the messages that wait behind the head of an ordering key. */
  public static byte[] orders(EndpointId endpoint, OrderingKey key) {
    ByteWriter out = ofEndpoint(Table.ORDER, endpoint, ID);
    key.write(out);
    return out.toBytes();
  }

  /** The first key that one of them can have from a position on. */
  public static byte[] ordersFrom(
      EndpointId endpoint, OrderingKey key, OrderingKeyEntry.Floor floor) {
    ByteWriter out = ofEndpoint(Table.ORDER, endpoint, ID + 2 * TIME);
    key.write(out);
    return out.u64(floor.joined()).u64(floor.replay()).toBytes();
  }

  public static byte[] inOrder(EndpointId endpoint, ObjectOrder order, MessageId id) {
    ByteWriter out = ofEndpoint(Table.ORDER, endpoint, ID + 2 * TIME + MESSAGE);
    order.key().write(out);
    return endingIn(out.u64(order.joined()).u64(order.replay()), id);
  }

  /** The position of the message that a key of {@link #inOrder} ends in. */
  public static OrderingKeyEntry.Floor position(byte[] key) {
    ByteReader in = new ByteReader(key, TABLE + 2 * ID);
    return new OrderingKeyEntry.Floor(in.u64(), in.u64());
  }

  public static byte[] flights(int number) {
    return ByteWriter.key(Table.FLIGHTS).u32(number).toBytes();
  }

  /** The number in a key of {@link #flights}. */
  public static int flightsNumber(byte[] key) {
    return new ByteReader(key, TABLE).u32();
  }

  public static byte[] expiries(EndpointId endpoint) {
    return ofEndpoint(Table.EXPIRY, endpoint, 0).toBytes();
  }

  public static byte[] expiriesFrom(EndpointId endpoint, long start) {
    return ofEndpoint(Table.EXPIRY, endpoint, TIME).u64(start).toBytes();
  }

  public static byte[] expiry(EndpointId endpoint, long start, MessageId id) {
    return endingIn(ofEndpoint(Table.EXPIRY, endpoint, TIME + MESSAGE).u64(start), id);
  }

  public static byte[] byEndpoint(EndpointId endpoint) {
    return ofEndpoint(Table.BY_ENDPOINT, endpoint, 0).toBytes();
  }

  public static byte[] byEndpoint(EndpointId endpoint, MessageId id) {
    return endingIn(ofEndpoint(Table.BY_ENDPOINT, endpoint, MESSAGE), id);
  }

  /** The prefix of the endpoints that a subscription has had. */
  public static byte[] endpointsOf(String customerId, SubscriptionId id) {
    return subscriptionEndpoint(customerId, id).toBytes();
  }

  /** One of the endpoints that a subscription has had. */
  public static byte[] subscriptionEndpoint(
      String customerId, SubscriptionId id, EndpointId endpoint) {
    return subscriptionEndpoint(customerId, id).u64(endpoint.high()).u64(endpoint.low()).toBytes();
  }

  private static ByteWriter subscriptionEndpoint(String customerId, SubscriptionId id) {
    return ByteWriter.key(Table.SUBSCRIPTION_ENDPOINT)
        .word(customerId)
        .u64(id.high())
        .u64(id.low());
  }

  public static byte[] ended(String customerId, MessageStatus status) {
    return ByteWriter.key(Table.ENDED).word(customerId).u8(status.number()).toBytes();
  }

  public static byte[] ended(String customerId, MessageStatus status, MessageId id) {
    return endingIn(ByteWriter.key(Table.ENDED).word(customerId).u8(status.number()), id);
  }

  public static byte[] takenId(String customerId, EventKey key) {
    ByteWriter out = ByteWriter.key(Table.TAKEN_ID).word(customerId);
    key.write(out);
    return out.toBytes();
  }

  public static byte[] recheck(long time, String customerId, EventKey key) {
    ByteWriter out = ByteWriter.key(Table.RECHECK).u64(time).word(customerId);
    key.write(out);
    return out.toBytes();
  }

  /** The customer in a recheck key. */
  public static String recheckedCustomer(byte[] key) {
    return new ByteReader(key, TABLE + TIME).word();
  }

  /** The time before the message that a key of a lane, or by age, ends in. */
  public static long time(byte[] key) {
    return new ByteReader(key, key.length - MESSAGE - TIME).u64();
  }

  /** The message that a key ends in. */
  public static MessageId messageId(byte[] key) {
    return MessageId.read(new ByteReader(key, key.length - MESSAGE));
  }

  /** A listing's prefix followed by a time of acceptance. */
  public static byte[] listedFrom(byte[] prefix, long time) {
    return new ByteWriter(prefix.length + TIME).raw(prefix).u64(time << 16).toBytes();
  }

  /** A message in a listing. */
  public static byte[] listed(byte[] prefix, MessageId id) {
    return endingIn(new ByteWriter(prefix.length + MESSAGE).raw(prefix), id);
  }

  public static int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  /** The first possible key after a key. */
  public static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** The first possible key after all keys with a prefix. */
  public static byte[] endOf(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      if (++end[i] != 0) {
        return Arrays.copyOf(end, i + 1);
      }
    }
    throw new IllegalArgumentException("no key follows a prefix of 0xFF bytes");
  }

  private static ByteWriter ofEndpoint(Table table, EndpointId id, int more) {
    return ByteWriter.key(table, TABLE + ID + more).u64(id.high()).u64(id.low());
  }

  private static byte[] endingIn(ByteWriter out, MessageId id) {
    id.write(out);
    return out.toBytes();
  }

  /** The history of an endpoint's circuit. */
  public static byte[] circuitHistory(String customerId, EndpointId endpoint) {
    return circuit(customerId, endpoint).toBytes();
  }

  /** A probe sorts before the change it causes; two of a kind in one millisecond are one entry. */
  public static byte[] circuitEntry(
      String customerId, EndpointId endpoint, long at, CircuitEvent event) {
    return circuit(customerId, endpoint).u64(at).u8(event.number()).toBytes();
  }

  private static ByteWriter circuit(String customerId, EndpointId endpoint) {
    return ByteWriter.key(Table.CIRCUIT).word(customerId).u64(endpoint.high()).u64(endpoint.low());
  }

  /** The erasing of a customer. */
  public static byte[] erasing(String customerId) {
    return SweepKind.ERASE.key().word(customerId).toBytes();
  }

  /** The customer in a key made by {@link #erasing}. */
  public static String erasedCustomer(byte[] key) {
    return new ByteReader(key, 2).word();
  }
}
