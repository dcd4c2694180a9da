package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import org.jspecify.annotations.Nullable;

/** The start of an attempt: marks its message as in flight and gives the request to the host. */
public final class AttemptStarter {
  private final ShardState state;
  private final MessageTransitions transitions;

  public AttemptStarter(ShardState state, MessageTransitions transitions) {
    this.state = state;
    this.transitions = transitions;
  }

  /**
   * Starts the request of a message at the head of a lane. A message that turns out to belong
   * elsewhere, or to have no turn, is moved or dropped instead.
   *
   * @return false if its body does not fit into the bytes in flight, and the endpoint was skipped
   */
  boolean start(Endpoint endpoint, LaneEntry entry, boolean probe) {
    Message message = state.messages.of(endpoint, entry);
    if (transitions.settle(endpoint, message)) {
      return true;
    }
    if (transitions.settleOrder(endpoint, message)) {
      return true;
    }
    if (skipped(endpoint, message.id())) {
      return false; // known without reading the event again
    }
    StoredEvent event = state.events.get(endpoint.customerId(), message.id().event());
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    if (event == null || listed == null || !event.hasPayload()) {
      throw new IllegalStateException(
          "damaged store: a waiting message without its event: " + message.id());
    }
    int weight = event.weight(message.rendering());
    endpoint.weigh(message.id(), weight);
    if (skipped(endpoint, message.id())) {
      return false;
    }
    TokenResult token = endpoint.oauth2() == null ? null : endpoint.token().take(state.now());
    AttemptTicket ticket = recordStart(endpoint, message, weight, probe, token);
    state.events.requestStarted(message.id().event());
    state.emit(
        new Effect.Send(
            ticket,
            event.event(),
            message.rendering(),
            listed.subscription(),
            new SendTarget(endpoint.url(), endpoint.settings(), endpoint.secrets(), token),
            message.order() == null ? null : message.order().sequenceText()));
    return true;
  }

  private boolean skipped(Endpoint endpoint, MessageId message) {
    int weight = endpoint.weightOf(message);
    return weight > 0 && state.shares.skip(endpoint, weight);
  }

  private AttemptTicket recordStart(
      Endpoint endpoint, Message message, int weight, boolean probe, @Nullable TokenResult token) {
    AttemptTicket ticket =
        new AttemptTicket(
            endpoint.id(),
            message.id(),
            message.attempts() + 1,
            message.slot(),
            message.lane(),
            probe,
            state.now());
    endpoint.requestStarted(new Flight(ticket, message, weight, token), state.now());
    state.shares.requestStarted(endpoint, weight);
    if (probe) {
      state.endpoints.changed(endpoint);
      state.requireSync(); // so that a crash cannot make probes come sooner than they are due
    }
    return ticket;
  }
}
