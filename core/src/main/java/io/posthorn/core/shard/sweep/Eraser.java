package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.EventWithMessages;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ReadBudget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The removal of whole events, with all their messages and attempts. */
public final class Eraser {
  private final ShardState state;

  public Eraser(ShardState state) {
    this.state = state;
  }

  void erase(EventWithMessages whole) {
    eraseMessages(whole);
    if (state.isCopy(whole.key())) {
      state.events.removeKeepingId(whole.customerId(), whole.key());
    } else {
      state.events.remove(whole.key(), whole.event());
    }
  }

  /**
   * The same, but keeps its id taken for its time; the id of an adopted event belongs to its
   * origin.
   */
  void eraseKeepingId(EventWithMessages whole) {
    if (state.eventIds.freeAt(whole.key()) <= state.now() || state.isCopy(whole.key())) {
      erase(whole);
      return;
    }
    eraseMessages(whole);
    state.events.removeKeepingId(whole.customerId(), whole.key());
    state.eventIds.keep(whole.key(), whole.event());
  }

  /**
   * Erases the last messages of an event with many, and its payload with the first of them: without
   * it, none of the others can be replayed any more. The event stays until it has few enough.
   *
   * @return what is left of it
   */
  StoredEvent eraseLast(EventKey key, StoredEvent event) {
    ReadBudget budget = state.store.budget(Sweep.KEYS);
    int size = event.targets().size();
    int from = Math.max(0, size - LargeEvent.PART);
    List<@Nullable Message> part = state.messages.part(key, event, from, size);
    int left = size;
    while (left > from && (left == size || !budget.spent())) {
      left--;
      Message message = part.get(left - from);
      if (message != null) {
        erase(event.event().customerId(), message);
      }
    }
    StoredEvent rest = event.withoutPayload().withFirst(left);
    state.events.shrink(key, rest);
    return rest;
  }

  private void eraseMessages(EventWithMessages whole) {
    for (Message message : whole.messages()) {
      if (message != null) {
        erase(whole.customerId(), message);
      }
    }
  }

  private void erase(String customerId, Message message) {
    cancel(message);
    state.messages.erase(customerId, message);
    informOrigin(customerId, message.id());
  }

  /** When a customer is erased, all shards remove its messages and need no notice. */
  private void informOrigin(String customerId, MessageId id) {
    if (state.isCopy(id.event()) && !state.erasing.contains(customerId)) {
      state.forward(id.event().shard(), new Command.ForgetMessage(customerId, id));
    }
  }

  /** Cancels a waiting message; only the erasure of its customer removes one. */
  private void cancel(Message message) {
    Endpoint endpoint = state.endpoints.get(message.endpoint());
    if (message.status().ended() || endpoint == null) {
      return;
    }
    Flight flight = endpoint.flight(message.id());
    if (flight != null) {
      endpoint.requestEnded(flight);
      state.shares.requestEnded(endpoint, flight.weight());
    }
    state.lanes.dequeue(endpoint, message);
    state.touch(endpoint);
    state.emit(
        new Effect.MessageEnded(
            endpoint.customerId(),
            message.id(),
            endpoint.id(),
            MessageStatus.CANCELLED,
            EndReason.CUSTOMER_DELETED,
            state.now()));
  }
}
