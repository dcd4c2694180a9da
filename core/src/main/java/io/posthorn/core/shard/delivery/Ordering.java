package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.shard.layout.OrderingKeyEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ObjectQueues;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Objects;

/**
 * The part of delivery that keeps the messages of an ordering key in order: one at a time is its
 * head, and the others wait behind. Only the head is in a lane, so the rest of delivery treats it
 * like any other message.
 *
 * <p>Implementation notes. A message stays the head until it ends or leaves the endpoint; the next
 * one becomes the head in the same commit. While a subscription's messages may still wait at an
 * endpoint that it has left, none of them becomes the head at the new one: {@link #putBack} puts
 * one back that was the head already.
 */
public final class Ordering {
  private final ShardState state;

  public Ordering(ShardState state) {
    this.state = state;
  }

  /** Adds a new message to its ordering key. It has no record unless it has to wait. */
  void enterNew(Endpoint endpoint, Message message) {
    OrderingKey key = orderOf(message).key();
    if (isHead(message, state.objects.get(endpoint.id(), key))) {
      state.objects.begin(endpoint.id(), key, message.id());
      state.lanes.enqueue(endpoint, message, false);
    } else {
      enter(endpoint, message);
    }
  }

  /** Adds a message that is in no lane to its ordering key; a replay at the end. */
  void enter(Endpoint endpoint, Message arriving) {
    ObjectOrder order = state.objects.position(endpoint.id(), orderOf(arriving));
    Message message = arriving.inOrder(order);
    OrderingKeyEntry entry = state.objects.get(endpoint.id(), order.key());
    if (isHead(message, entry)) {
      state.objects.begin(endpoint.id(), order.key(), message.id());
      queue(endpoint, message.isBehind() ? message.atHead(state.now()) : message);
      return;
    }
    queue(endpoint, message.waitBehind());
    advance(endpoint, order.key(), entry.withOneMore(order));
  }

  /** Returns whether a message that joins its ordering key is the head at once. */
  private boolean isHead(Message message, OrderingKeyEntry entry) {
    return entry.isEmpty() && !waitsForMove(message.subscription());
  }

  /** A message that is in no lane any more has ended, or has left the endpoint. */
  void left(Endpoint endpoint, Message message) {
    ObjectOrder order = message.order();
    if (order != null) {
      advance(endpoint, order.key(), state.objects.without(endpoint.id(), message, order));
    }
  }

  /** Makes the next message of a key its head, if it has none and the next one may be it. */
  public void advance(Endpoint endpoint, OrderingKey key) {
    advance(endpoint, key, state.objects.get(endpoint.id(), key));
  }

  private void advance(Endpoint endpoint, OrderingKey key, OrderingKeyEntry entry) {
    if (entry.head() != null || entry.count() == 0) {
      state.objects.put(endpoint.id(), key, entry);
      return;
    }
    ObjectQueues.Follower next = state.objects.first(endpoint.id(), key, entry.floor());
    if (next == null) {
      throw new IllegalStateException(
          "an ordering key without the messages that it counts: " + key);
    }
    OrderingKeyEntry from = entry.from(StoreKeys.position(next.key()));
    if (waitsForMove(next.subscription())) {
      state.objects.put(endpoint.id(), key, from);
      return;
    }
    MessageId id = next.id();
    Message message = Objects.requireNonNull(state.messages.get(endpoint.customerId(), id));
    state.lanes.dequeue(endpoint, message);
    state.objects.put(endpoint.id(), key, from.withOneLess().withHead(id));
    queue(endpoint, message.atHead(state.now()));
  }

  /**
   * Puts the head of a key back behind it, if its subscription has messages elsewhere that may come
   * before it.
   *
   * @return whether there was anything to do
   */
  boolean putBack(Endpoint endpoint, Message message) {
    ObjectOrder order = message.order();
    if (order == null || !waitsForMove(message.subscription())) {
      return false;
    }
    state.lanes.dequeue(endpoint, message);
    endpoint.messageEnded(message.id()); // an interrupted probe is not repeated
    OrderingKeyEntry entry = state.objects.without(endpoint.id(), message, order);
    queue(endpoint, message.waitBehind());
    advance(endpoint, order.key(), entry.withOneMore(order));
    return true;
  }

  /** Returns whether a message became the head too late, so that it is dropped. */
  boolean tooLate(Message message) {
    return message.waitedLongerThan(state.rules.limits().orderedWait());
  }

  private boolean waitsForMove(SubscriptionId id) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(id);
    return listed != null && state.moves.isElsewhere(id, listed.endpoint());
  }

  private void queue(Endpoint endpoint, Message message) {
    state.messages.put(endpoint.customerId(), message);
    state.lanes.enqueue(endpoint, message, true);
    state.touch(endpoint);
  }

  private static ObjectOrder orderOf(Message message) {
    return Objects.requireNonNull(message.order(), "the message is not ordered");
  }
}
