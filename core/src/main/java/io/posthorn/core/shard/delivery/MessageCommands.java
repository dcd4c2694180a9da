package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import java.util.Optional;

/** Commands that replay or cancel a single message. */
public final class MessageCommands {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final Handover handover;

  public MessageCommands(ShardState state, MessageTransitions transitions, Handover handover) {
    this.state = state;
    this.transitions = transitions;
    this.handover = handover;
  }

  /** Forwards a command for a message that another shard has. */
  private void ask(long request, String customerId, MessageId id, Command command) {
    int shard = handover.locate(customerId, id);
    if (shard == Handover.NO_SHARD) {
      state.answer(request, Reply.NOT_FOUND);
    } else {
      state.passOn(shard, command);
    }
  }

  public void replay(Command.ReplayMessage command) {
    Message message = state.messages.get(command.customerId(), command.message());
    if (message == null) {
      ask(command.request(), command.customerId(), command.message(), command);
      return;
    }
    Optional<String> obstacle = replay(command.customerId(), message, state.now());
    state.answer(command.request(), obstacle.<Reply>map(Reply.Conflict::new).orElse(Reply.DONE));
  }

  /**
   * Replays a message with a schedule that starts at a moment, or returns the reason why it cannot.
   */
  public Optional<String> replay(String customerId, Message message, long from) {
    Optional<String> obstacle = obstacle(customerId, message);
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    Endpoint endpoint = listed == null ? null : state.endpoints.get(listed.endpoint());
    if (obstacle.isEmpty() && endpoint != null) {
      transitions.replay(message, endpoint, from);
    } else if (obstacle.isEmpty() && listed != null && state.elsewhere(listed.endpoint())) {
      transitions.replayElsewhere(customerId, message, listed.endpoint(), from);
    }
    return obstacle;
  }

  /** The reason why a message cannot be replayed, if there is one. */
  public Optional<String> obstacle(String customerId, Message message) {
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

  public void cancel(Command.CancelMessage command) {
    Message message = state.messages.get(command.customerId(), command.message());
    if (message == null) {
      ask(command.request(), command.customerId(), command.message(), command);
      return;
    }
    boolean cancelled = cancel(message);
    state.answer(
        command.request(),
        cancelled
            ? Reply.DONE
            : new Reply.Conflict("The message has ended already: " + message.status().text()));
  }

  /** Cancels a waiting message; false if it is not waiting. */
  public boolean cancel(Message message) {
    Endpoint endpoint = state.endpoints.get(message.endpoint());
    if (message.status().ended() || endpoint == null) {
      return false;
    }
    transitions.cancel(endpoint, message);
    return true;
  }
}
