package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.Messages.EventWithMessages;
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

  /** Erases an event and frees its id; the id of an adopted event belongs to its origin. */
  void erase(EventWithMessages whole) {
    ErasedKeys keys = new ErasedKeys(whole.customerId());
    erase(whole, keys);
    keys.deleteEach(state.store);
  }

  /** The same, but keeps its id taken for its time. */
  void eraseKeepingId(EventWithMessages whole) {
    ErasedKeys keys = new ErasedKeys(whole.customerId());
    eraseKeepingId(whole, keys);
    keys.deleteEach(state.store);
  }

  /**
   * The same for adjacent events of a customer, as ranges of keys.
   *
   * @param behind the event before the first of them, or any key between the two
   * @param adjacent all events behind it, up to the last of these
   */
  void eraseKeepingIds(EventKey behind, List<EventWithMessages> adjacent) {
    ErasedKeys keys = new ErasedKeys(adjacent.getFirst().customerId());
    adjacent.forEach(whole -> eraseKeepingId(whole, keys));
    keys.deleteBetween(state.store, behind, adjacent.getLast().key());
  }

  private void eraseKeepingId(EventWithMessages whole, ErasedKeys keys) {
    if (state.eventIds.freeAt(whole.key()) <= state.now() || state.isCopy(whole.key())) {
      erase(whole, keys);
      return;
    }
    eraseMessages(whole, keys);
    removeEvent(whole, keys);
    state.eventIds.keep(whole.key(), whole.event());
  }

  private void erase(EventWithMessages whole, ErasedKeys keys) {
    eraseMessages(whole, keys);
    removeEvent(whole, keys);
    if (!state.isCopy(whole.key())) {
      state.events.freeId(whole.event());
    }
  }

  private void removeEvent(EventWithMessages whole, ErasedKeys keys) {
    state.events.removed(whole.key());
    keys.addEvent(whole.key());
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

  private void eraseMessages(EventWithMessages whole, ErasedKeys keys) {
    String customerId = whole.customerId();
    for (Message message : whole.messages()) {
      if (message != null) {
        cancel(message);
        state.messages.unlist(customerId, message);
        keys.addMessage(message.id(), state.messages.attemptKeys(customerId, message));
        informOrigin(customerId, message.id());
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
    ObjectOrder order = message.order();
    if (order != null) {
      state.objects.remove(endpoint.id(), message, order);
    }
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
