package io.posthorn.core.shard;

import io.posthorn.core.message.Message;
import java.util.Optional;

/** Replays and cancels, one message at a time. */
final class MessageCommands {
  private final ShardState state;
  private final Endings endings;

  MessageCommands(ShardState state, Endings endings) {
    this.state = state;
    this.endings = endings;
  }

  void replay(Command.ReplayMessage command) {
    Message message = state.messages.get(command.customerId(), command.message());
    if (message == null) {
      state.answer(command.request(), Reply.NOT_FOUND);
      return;
    }
    Optional<String> obstacle = replay(command.customerId(), message);
    state.answer(command.request(), obstacle.<Reply>map(Reply.Conflict::new).orElse(Reply.DONE));
  }

  /** Replays a message, or says what is in the way. */
  Optional<String> replay(String customerId, Message message) {
    Optional<String> obstacle = obstacle(customerId, message);
    SubscriptionBook.Listed listed = state.subscriptions.get(message.subscription());
    Endpoint endpoint = listed == null ? null : state.endpoints.get(listed.endpoint());
    if (obstacle.isEmpty() && endpoint != null) {
      endings.replay(message, endpoint);
    }
    return obstacle;
  }

  /** What is in the way of a replay, in words. */
  Optional<String> obstacle(String customerId, Message message) {
    if (!message.status().ended()) {
      return Optional.of("The message has not ended: it is waiting for its next attempt.");
    }
    if (state.subscriptions.get(message.subscription()) == null) {
      return Optional.of("The message's subscription was deleted: there is nowhere to send it.");
    }
    StoredEvent event = state.events.get(customerId, message.id().event());
    return event == null || !event.hasPayload()
        ? Optional.of("The message's payload is gone: retention has removed it.")
        : Optional.empty();
  }

  void cancel(Command.CancelMessage command) {
    Message message = state.messages.get(command.customerId(), command.message());
    if (message == null) {
      state.answer(command.request(), Reply.NOT_FOUND);
      return;
    }
    boolean cancelled = cancel(message);
    state.answer(
        command.request(),
        cancelled
            ? Reply.DONE
            : new Reply.Conflict("The message has ended already: " + message.status().text()));
  }

  /** Cancels a waiting message; false where it is not waiting. */
  boolean cancel(Message message) {
    Endpoint endpoint = state.endpoints.get(message.endpoint());
    if (message.status().ended() || endpoint == null) {
      return false;
    }
    endings.cancel(endpoint, message);
    return true;
  }
}
