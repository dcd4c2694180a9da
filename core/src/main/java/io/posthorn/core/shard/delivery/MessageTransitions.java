package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;

/** The transitions of messages that several commands share: ending, moving and replaying. */
public final class MessageTransitions {
  private static final byte[] NO_VALUE = {};

  /** The most messages that leave the probed lane in one turn. */
  private static final int RETURNED = 100;

  private final ShardState state;
  private final Handover handover;
  private final Ordering ordering;

  public MessageTransitions(ShardState state, Handover handover) {
    this.state = state;
    this.handover = handover;
    ordering = new Ordering(state);
  }

  /** Ends a waiting message that is in its endpoint's lanes. */
  void end(Endpoint endpoint, Message message, MessageStatus how, EndReason why) {
    state.lanes.dequeue(endpoint, message);
    endpoint.messageEnded(message.id());
    state.touch(endpoint);
    Message ended = message.ended(how, why, state.now());
    state.messages.put(endpoint.customerId(), ended);
    announceEnd(endpoint, ended);
    ordering.left(endpoint, message);
  }

  /** Records that a message ended with an attempt; it is in no lane any more. */
  void record(Endpoint endpoint, Message ended, Attempt last) {
    state.messages.put(endpoint.customerId(), ended, last);
    if (ended.status() == MessageStatus.DROPPED) {
      String error = OperationalEventPublisher.errorOf(last.outcome());
      endpoint.stored().unreportedChanges().setDropError(error);
    }
    announceEnd(endpoint, ended);
    ordering.left(endpoint, ended);
  }

  private void announceEnd(Endpoint endpoint, Message ended) {
    state.messages.listEnded(endpoint.customerId(), ended);
    if (ended.status() == MessageStatus.DROPPED) {
      endpoint.drops().add(ended.reason(), ended.id());
      endpoint.stored().unreportedChanges().drops().add(ended.reason(), ended.id());
      state.dropped.add(endpoint);
      state.stats.dropped(endpoint.customerId(), endpoint.id());
    }
    state.emit(
        new Effect.MessageEnded(
            endpoint.customerId(),
            ended.id(),
            endpoint.id(),
            ended.status(),
            ended.reason(),
            state.now()));
  }

  /**
   * Cancels or moves a waiting message whose subscription was deleted or has another URL.
   *
   * @return whether there was anything to do
   */
  public boolean settle(Endpoint endpoint, Message message) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    if (listed == null) {
      end(endpoint, message, MessageStatus.CANCELLED, EndReason.SUBSCRIPTION_DELETED);
      return true;
    }
    if (message.cancelling()) {
      end(endpoint, message, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
      return true;
    }
    if (state.isForeign(listed.endpoint())) {
      state.lanes.dequeue(endpoint, message);
      state.touch(endpoint);
      handover.give(endpoint.customerId(), message, message.movedTo(listed.endpoint()));
      ordering.left(endpoint, message);
      return true;
    }
    Endpoint target = state.endpoints.get(listed.endpoint());
    if (target == null || target == endpoint) {
      return false;
    }
    state.lanes.dequeue(endpoint, message);
    state.touch(endpoint);
    enter(message, message.movedTo(target.id()), target);
    ordering.left(endpoint, message);
    return true;
  }

  /** Puts an ordered message back behind the head, or drops one that waited too long. */
  boolean settleOrder(Endpoint endpoint, Message message) {
    if (ordering.tooLate(message)) {
      end(endpoint, message, MessageStatus.DROPPED, EndReason.EXPIRED);
      return true;
    }
    return ordering.putBack(endpoint, message);
  }

  /** Lets a message wait at an endpoint that it was not waiting at. */
  void enter(Message before, Message message, Endpoint endpoint) {
    if (message.order() == null) {
      keepWaiting(before, message, endpoint);
    } else {
      state.messages.relist(before, message);
      ordering.enter(endpoint, message);
    }
  }

  /** Keeps a message waiting in an endpoint's lanes, in its new form. */
  void keepWaiting(Message before, Message message, Endpoint endpoint) {
    state.messages.relist(before, message);
    state.messages.put(endpoint.customerId(), message);
    state.lanes.enqueue(endpoint, message, true);
    state.touch(endpoint);
  }

  /**
   * Returns messages of the probed lane to their own lanes, as many as one turn can do. The probed
   * lane of an endpoint that is not held is only left over from before: the rest follows turn by
   * turn.
   */
  void returnProbed(Endpoint endpoint) {
    for (LaneEntry entry : state.lanes.entries(endpoint, Lane.PROBED, null, RETURNED)) {
      MessageId id = entry.position().message();
      Flight flight = endpoint.flight(id);
      Message message = state.messages.get(endpoint.customerId(), id);
      if (flight != null) {
        rewrite(endpoint, flight, flight.message().returnToLane());
      } else if (message != null) {
        state.lanes.dequeue(endpoint, message);
        keepWaiting(message, message.returnToLane(), endpoint);
      }
    }
  }

  /**
   * Enqueues a message that is in no lane in its new form, at its endpoint or at the one it has
   * moved to, here or in another shard.
   */
  void reschedule(Message before, Message message, Endpoint endpoint) {
    if (message.endpoint().equals(endpoint.id())) {
      keepWaiting(before, message, endpoint);
      return;
    }
    Endpoint target = state.endpoints.get(message.endpoint());
    if (target == null) {
      handover.give(endpoint.customerId(), before, message);
    } else {
      enter(before, message, target);
    }
    ordering.left(endpoint, before);
  }

  /** Replays an ended message at its subscription's endpoint in another shard. */
  void replayElsewhere(String customerId, Message ended, EndpointId endpoint, long from) {
    handover.give(customerId, ended, ended.replayedTo(endpoint, from, state.now()));
  }

  /** Replays an ended message at its subscription's current endpoint. */
  void replay(Message ended, Endpoint endpoint, long from) {
    state.messages.unlistEnded(endpoint.customerId(), ended);
    state.messages.splitFinalAttempt(endpoint.customerId(), ended.id());
    // Retention's passes may already be past this event and would not return in time.
    long again = state.now() + state.rules.retention().deliveredPayloads();
    state.store.put(StoreKeys.recheck(again, endpoint.customerId(), ended.id().event()), NO_VALUE);
    enter(ended, ended.replayedTo(endpoint.id(), from, state.now()), endpoint);
  }

  /**
   * Attempts a waiting message now, as far as the limits allow; a message that is already due keeps
   * its position.
   */
  void retry(Endpoint endpoint, Message message) {
    if (message.nextAt() > state.now()) {
      state.lanes.dequeue(endpoint, message);
      keepWaiting(message, message.requested(state.now()), endpoint);
    }
  }

  /** Cancels a waiting message at a user's request; one in flight only if it does not succeed. */
  void cancel(Endpoint endpoint, Message message) {
    Flight flight = endpoint.flight(message.id());
    if (flight == null) {
      end(endpoint, message, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
      return;
    }
    rewrite(endpoint, flight, flight.message().cancelAfterFlight());
    endpoint.cancelOnReturn(message.id());
  }

  /** Cancels messages that were to be cancelled after a request which a crash interrupted. */
  public void cancelCutOff(Endpoint endpoint) {
    for (MessageId id : endpoint.takeCancelling()) {
      Message message = state.messages.get(endpoint.customerId(), id);
      if (message != null && !message.status().ended()) {
        end(endpoint, message, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
      }
    }
  }

  /** Changes a message in flight, so that its lane entry has the new form after a crash. */
  void rewrite(Endpoint endpoint, Flight flight, Message changed) {
    state.lanes.dequeue(endpoint, flight.message());
    state.messages.put(endpoint.customerId(), changed);
    state.lanes.enqueue(endpoint, changed, true);
    endpoint.replaceFlight(flight.with(changed));
  }
}
