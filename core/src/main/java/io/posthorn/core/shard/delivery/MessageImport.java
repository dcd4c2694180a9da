package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import java.util.ArrayList;
import java.util.List;

/** The import of messages that another shard hands over, with their events and attempts. */
public final class MessageImport {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final Handover handover;

  public MessageImport(ShardState state, MessageTransitions transitions, Handover handover) {
    this.state = state;
    this.transitions = transitions;
    this.handover = handover;
  }

  public void adopt(Command.ImportMessage command) {
    Message message = command.message();
    String customerId = command.event().customerId();
    if (state.erasing.contains(customerId)) {
      announceEnd(customerId, message, EndReason.CUSTOMER_DELETED); // and stores nothing
      return;
    }
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    boolean operators = message.subscription().equals(OperatorSubscription.ID);
    if (listed != null && !operators && state.isForeign(listed.endpoint())) {
      handover.pass(
          new Command.ImportMessage(
              message.movedTo(listed.endpoint()), command.event(), command.attempts()));
      return;
    }
    Endpoint endpoint = listed == null ? null : state.endpoints.get(listed.endpoint());
    Message here = endpoint == null ? message : message.movedTo(endpoint.id());
    keepEvent(command, here);
    command.attempts().forEach(attempt -> state.messages.add(customerId, here.id(), attempt));
    state.messages.list(here);
    if (endpoint == null) {
      state.subscriptions.noteEndpoint(customerId, here.subscription(), here.endpoint());
      cancel(customerId, here);
    } else {
      transitions.enter(here, here, endpoint);
    }
  }

  /** Messages of the same event share one copy of it. */
  private void keepEvent(Command.ImportMessage command, Message message) {
    String customerId = command.event().customerId();
    var key = message.id().event();
    StoredEvent known = state.events.get(customerId, key);
    List<StoredEvent.Target> targets =
        known == null ? new ArrayList<>() : new ArrayList<>(known.targets());
    while (targets.size() <= message.id().ordinal()) {
      targets.add(StoredEvent.Target.NOWHERE);
    }
    targets.set(
        message.id().ordinal(),
        new StoredEvent.Target(message.subscription(), message.endpoint(), message.rendering()));
    state.events.replace(key, new StoredEvent(command.event(), targets, true));
    // Retention's passes may already be past its time.
    state.recheck(state.now() + state.rules.retention().deliveredPayloads(), customerId, key);
  }

  /** Its subscription was deleted during the handover. */
  private void cancel(String customerId, Message message) {
    Message ended =
        message.ended(MessageStatus.CANCELLED, EndReason.SUBSCRIPTION_DELETED, state.now());
    state.messages.put(customerId, ended);
    state.messages.listEnded(customerId, ended);
    announceEnd(customerId, message, EndReason.SUBSCRIPTION_DELETED);
  }

  private void announceEnd(String customerId, Message message, EndReason reason) {
    state.emit(
        new Effect.MessageEnded(
            customerId,
            message.id(),
            message.endpoint(),
            MessageStatus.CANCELLED,
            reason,
            state.now()));
  }
}
