package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands that replay, cancel or retry a single message. */
public final class MessageCommands {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final Handover handover;

  /**
   * An obstacle to an action on a message.
   *
   * @param reason counted by a bulk job
   * @param detail a sentence for the caller of a single action
   */
  public record Obstacle(SkipReason reason, String detail) {}

  public MessageCommands(ShardState state, MessageTransitions transitions, Handover handover) {
    this.state = state;
    this.transitions = transitions;
    this.handover = handover;
  }

  /** Forwards a command for a message that another shard has. */
  private void ask(long request, String customerId, MessageId id, Command command) {
    int shard = handover.locate(customerId, id);
    if (shard == Handover.NO_SHARD) {
      state.reply(request, Reply.NOT_FOUND);
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
    if (!message.status().ended()) {
      state.reply(
          command.request(),
          new Reply.Conflict(
              "The message has not ended, so it cannot be replayed; retry it to attempt it now."));
      return;
    }
    reply(command.request(), replay(command.customerId(), message, state.now()));
  }

  private void reply(long request, Optional<Obstacle> obstacle) {
    state.reply(
        request,
        obstacle.<Reply>map(found -> new Reply.Conflict(found.detail())).orElse(Reply.DONE));
  }

  /**
   * Replays an ended message with a schedule that starts at a given time, or returns the obstacle.
   */
  public Optional<Obstacle> replay(String customerId, Message message, long from) {
    Optional<Obstacle> obstacle = replayObstacle(customerId, message);
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    Endpoint endpoint = listed == null ? null : state.endpoints.get(listed.endpoint());
    if (obstacle.isEmpty() && endpoint != null) {
      transitions.replay(message, endpoint, from);
    } else if (obstacle.isEmpty() && listed != null && state.isForeign(listed.endpoint())) {
      transitions.replayElsewhere(customerId, message, listed.endpoint(), from);
    }
    return obstacle;
  }

  /** The obstacle to a replay of an ended message, if there is one. */
  public Optional<Obstacle> replayObstacle(String customerId, Message message) {
    if (state.subscriptions.get(message.subscription()) == null) {
      return obstacle(
          SkipReason.SUBSCRIPTION_DELETED,
          "The subscription of this message was deleted, so it cannot be replayed.");
    }
    StoredEvent event = state.events.get(customerId, message.id().event());
    return event == null || !event.hasPayload()
        ? obstacle(
            SkipReason.PAYLOAD_REMOVED,
            "Retention has removed the payload of this message, so it cannot be replayed.")
        : Optional.empty();
  }

  private static Optional<Obstacle> obstacle(SkipReason reason, String detail) {
    return Optional.of(new Obstacle(reason, detail));
  }

  public void retry(Command.RetryMessage command) {
    Message message = current(command.customerId(), command.message());
    if (message == null) {
      ask(command.request(), command.customerId(), command.message(), command);
      return;
    }
    reply(command.request(), retry(message));
  }

  /**
   * A message where it belongs now: one whose subscription was deleted or has another URL is
   * cancelled or moved first. Null if this shard has none of that id.
   */
  private @Nullable Message current(String customerId, MessageId id) {
    Message message = state.messages.get(customerId, id);
    Endpoint endpoint = message == null ? null : state.endpoints.get(message.endpoint());
    boolean settled =
        message != null
            && endpoint != null
            && !message.status().ended()
            && !endpoint.isInFlight(id)
            && transitions.settle(endpoint, message);
    return settled ? state.messages.get(customerId, id) : message;
  }

  /** Attempts one of many waiting messages now, or returns the reason why it cannot. */
  public Optional<SkipReason> retryOneOfMany(String customerId, MessageId id) {
    Message message = current(customerId, id);
    if (message != null) {
      return retry(message).map(Obstacle::reason);
    }
    int shard = handover.locate(customerId, id);
    if (shard == Handover.NO_SHARD) {
      return Optional.of(SkipReason.ENDED);
    }
    state.forward(shard, new Command.RetryMessage(Command.NO_REPLY, customerId, id));
    return Optional.empty();
  }

  private Optional<Obstacle> retry(Message message) {
    Optional<Obstacle> obstacle = retryObstacle(message);
    Endpoint endpoint = state.endpoints.get(message.endpoint());
    if (obstacle.isEmpty() && endpoint != null) {
      transitions.retry(endpoint, message);
    }
    return obstacle;
  }

  /** The obstacle to an attempt now, if there is one. */
  public Optional<Obstacle> retryObstacle(Message message) {
    if (state.subscriptions.get(message.subscription()) == null) {
      return obstacle(
          SkipReason.SUBSCRIPTION_DELETED,
          "The subscription of this message was deleted, so it cannot be retried.");
    }
    Endpoint endpoint = state.endpoints.get(message.endpoint());
    if (message.status().ended() || endpoint == null) {
      return obstacle(
          SkipReason.ENDED,
          "The message has ended as %s; replay it instead.".formatted(message.status().text()));
    }
    if (message.isBehind()) {
      return obstacle(
          SkipReason.ORDER,
          "The message waits for an earlier message of the same object; retry or cancel that one.");
    }
    if (endpoint.isInFlight(message.id())) {
      return obstacle(
          SkipReason.IN_FLIGHT, "The message is in flight; wait for the outcome of its request.");
    }
    if (endpoint.paused()) {
      return obstacle(SkipReason.PAUSED, "The message's endpoint is paused; resume it first.");
    }
    if (endpoint.circuit().state() != CircuitState.ENABLED) {
      boolean frozen = endpoint.circuit().state() == CircuitState.FROZEN;
      return obstacle(
          frozen ? SkipReason.FROZEN : SkipReason.DISABLED,
          "The message's endpoint is %s; enable it first."
              .formatted(endpoint.circuit().state().text()));
    }
    return state.held(endpoint)
        ? obstacle(SkipReason.PAUSED, "Delivery is paused; resume it first.")
        : Optional.empty();
  }

  public void cancel(Command.CancelMessage command) {
    Message message = state.messages.get(command.customerId(), command.message());
    if (message == null) {
      ask(command.request(), command.customerId(), command.message(), command);
      return;
    }
    boolean cancelled = cancel(message);
    state.reply(
        command.request(),
        cancelled
            ? Reply.DONE
            : new Reply.Conflict("The message has already ended: " + message.status().text()));
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
