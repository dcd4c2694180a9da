package io.posthorn.core.shard.sweep;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.WholeEvent;

/** Removes events completely, with all their messages and attempts. */
public final class Eraser {
  private final ShardState state;

  public Eraser(ShardState state) {
    this.state = state;
  }

  void erase(WholeEvent whole) {
    eraseMessages(whole);
    if (state.adopted(whole.key())) {
      state.events.removeKeepingId(whole.customerId(), whole.key());
    } else {
      state.events.remove(whole.key(), whole.event());
    }
  }

  /**
   * The same, but keeps its id taken for its time; the id of an adopted event belongs to its
   * origin.
   */
  void eraseKeepingId(WholeEvent whole) {
    if (state.eventIds.freeAt(whole.key()) <= state.now() || state.adopted(whole.key())) {
      erase(whole);
      return;
    }
    eraseMessages(whole);
    state.events.removeKeepingId(whole.customerId(), whole.key());
    state.eventIds.keep(whole.key(), whole.event());
  }

  private void eraseMessages(WholeEvent whole) {
    String customerId = whole.customerId();
    for (Message message : whole.messages()) {
      if (message != null) {
        cancel(message);
        state.messages.erase(customerId, message);
        informOrigin(customerId, message.id());
      }
    }
  }

  /** When a customer is erased, all shards remove its messages and need no notice. */
  private void informOrigin(String customerId, MessageId id) {
    if (state.adopted(id.event()) && !state.erasing.contains(customerId)) {
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
      state.requestEnded(flight.weight());
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
