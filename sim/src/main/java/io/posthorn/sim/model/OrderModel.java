package io.posthorn.sim.model;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.subscription.Subscription;
import java.util.Objects;

/**
 * The part of the reference model for order per object: a number for each ordered message, in the
 * order in which they joined their keys.
 *
 * <p>The heads are read from the records, because sweeps make heads too. Invariants check it
 * against these numbers.
 */
public final class OrderModel {
  private final JournaledMap<MessageId, Long> numbers;
  private final JournaledMap<MessageId, Boolean> waited;
  private final JournaledMap<MessageId, Boolean> moved;
  private long last;

  OrderModel(Journal journal) {
    numbers = new JournaledMap<>(journal);
    waited = new JournaledMap<>(journal);
    moved = new JournaledMap<>(journal);
  }

  /** A new message with its position, if its subscription orders it. */
  Message accepted(Event event, Message message, Subscription subscription) {
    boolean current = message.rendering().version() == subscription.version();
    if (!subscription.ordered() || event.objId() == null || !current) {
      return message;
    }
    joined(message.id());
    OrderingKey key = OrderingKey.of(event.objCode(), Objects.requireNonNull(event.objId()));
    return message.inOrder(ObjectOrder.accepted(key, 0, message.id().event().acceptedAt()));
  }

  /** A message was accepted or replayed: it comes after all others. */
  void joined(MessageId id) {
    numbers.put(id, ++last);
    waited.remove(id);
    moved.remove(id);
  }

  /** The subscription of a waiting message has another URL. */
  void moved(MessageId id) {
    moved.put(id, true);
  }

  /**
   * Returns whether a message waited when its subscription got another URL. Until it has gone over,
   * later messages of other subscriptions may be attempted at the new one.
   */
  public boolean hasMoved(MessageId id) {
    return moved.has(id);
  }

  /** The number of an ordered message. */
  public long number(MessageId id) {
    Long number = numbers.get(id);
    return number == null ? 0 : number;
  }

  /** A message's position as its record has it; everything else is as expected. */
  static Message recorded(Message expected, Message record) {
    ObjectOrder order = record.order();
    if (expected.order() == null || order == null) {
      return expected;
    }
    Message here = order.behind() ? expected.waitBehind() : expected;
    boolean head = !order.behind() && here.slot() == 0;
    return (head ? here.atHead(record.due()) : here).inOrder(order);
  }

  /** Notes whether a message has to wait behind a head. */
  void noted(Message known) {
    ObjectOrder order = known.order();
    if (order != null && !order.begun() && (order.behind() || order.waited())) {
      waited.put(known.id(), true);
    }
  }

  /** A message after an attempt: that is slot 0 if it had to wait behind a head before. */
  Message attempted(Message message, long startedAt) {
    ObjectOrder order = message.order();
    if (order == null) {
      return message.attempted(startedAt);
    }
    boolean first = waited.has(message.id());
    waited.remove(message.id());
    return message
        .inOrder(
            new ObjectOrder(
                order.key(),
                order.sequence(),
                order.joined(),
                order.replay(),
                order.since(),
                order.behind(),
                first,
                order.begun()))
        .attempted(startedAt);
  }

  /** Returns whether two ordered messages have the same key. */
  public static boolean sameKey(Message one, Message other) {
    return sameObject(one, other) && one.endpoint().equals(other.endpoint());
  }

  /** Returns whether two messages are ordered and about the same object. */
  public static boolean sameObject(Message one, Message other) {
    return one.order() != null
        && other.order() != null
        && one.order().key().equals(other.order().key());
  }
}
