package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectKey;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.shard.layout.KeyEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ObjectQueues;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Objects;

/**
 * The part of delivery that keeps the messages of an object in order: at an endpoint they have
 * their turn one at a time. Only the message that has its turn is in a lane, so the rest of
 * delivery treats it like any other.
 *
 * <p>Implementation notes. A message keeps its turn until it ends or leaves the endpoint; the next
 * one gets it in the same commit. While a subscription's messages may still wait at an endpoint
 * that it has left, none of them gets a turn at the new one: {@link #putBack} takes back a turn
 * that one had already.
 */
public final class Ordering {
  private final ShardState state;

  public Ordering(ShardState state) {
    this.state = state;
  }

  /** Adds a new message to its key. It has no record unless it has to wait for its turn. */
  void enterNew(Endpoint endpoint, Message message) {
    ObjectKey key = orderOf(message).key();
    if (hasTurn(message, state.objects.get(endpoint.id(), key))) {
      state.objects.begin(endpoint.id(), key, message.id());
      state.lanes.enqueue(endpoint, message, false);
    } else {
      enter(endpoint, message);
    }
  }

  /** Adds a message that is in no lane to its key, at its place; a replay at the end. */
  void enter(Endpoint endpoint, Message arriving) {
    ObjectOrder order = state.objects.place(orderOf(arriving));
    Message message = arriving.inOrder(order);
    KeyEntry entry = state.objects.get(endpoint.id(), order.key());
    if (hasTurn(message, entry)) {
      state.objects.begin(endpoint.id(), order.key(), message.id());
      queue(endpoint, message.isBehind() ? message.turnAt(state.now()) : message);
      return;
    }
    queue(endpoint, message.waitForTurn());
    advance(endpoint, order.key(), entry.withOneMore(order.joined()));
  }

  /** Returns whether a message that joins its key has its turn at once. */
  private boolean hasTurn(Message message, KeyEntry entry) {
    return entry.isEmpty() && !waitsForMove(message.subscription());
  }

  /** A message that is in no lane any more has ended, or has left the endpoint. */
  void left(Endpoint endpoint, Message message) {
    ObjectOrder order = message.order();
    if (order != null) {
      advance(endpoint, order.key(), state.objects.without(endpoint.id(), message, order));
    }
  }

  /** Gives the next message of an object its turn, if none has it and the next one can have it. */
  public void advance(Endpoint endpoint, ObjectKey key) {
    advance(endpoint, key, state.objects.get(endpoint.id(), key));
  }

  private void advance(Endpoint endpoint, ObjectKey key, KeyEntry entry) {
    if (entry.head() != null || entry.count() == 0) {
      state.objects.put(endpoint.id(), key, entry);
      return;
    }
    ObjectQueues.Follower next = state.objects.first(endpoint.id(), key, entry.floor());
    if (next == null) {
      throw new IllegalStateException("a key without the messages it counts: " + key);
    }
    KeyEntry from = entry.from(StoreKeys.joined(next.key()));
    if (waitsForMove(next.subscription())) {
      state.objects.put(endpoint.id(), key, from);
      return;
    }
    MessageId id = next.id();
    Message message = Objects.requireNonNull(state.messages.get(endpoint.customerId(), id));
    state.lanes.dequeue(endpoint, message);
    state.objects.put(endpoint.id(), key, from.withOneLess().withHead(id));
    queue(endpoint, message.turnAt(state.now()));
  }

  /**
   * Takes back the turn of a message whose subscription has messages elsewhere that may come before
   * it.
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
    KeyEntry entry = state.objects.without(endpoint.id(), message, order);
    queue(endpoint, message.waitForTurn());
    advance(endpoint, order.key(), entry.withOneMore(order.joined()));
    return true;
  }

  /** Returns whether a message's turn came too late, so that it is dropped. */
  boolean tooLate(Message message) {
    return message.turnLaterThan(state.rules.limits().orderedWait());
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
