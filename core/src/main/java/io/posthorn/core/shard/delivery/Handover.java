package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.state.Messages;
import io.posthorn.core.shard.state.ShardState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The handover of messages to the shard that their subscription has moved to, with a record of
 * where they are.
 *
 * <p>Implementation notes. A message's origin is the shard that created it; its id contains that
 * shard. The origin keeps the message's event as long as the message exists anywhere, and the
 * event's target names the endpoint that the message belongs to: a shard that passes a message on,
 * or removes it, informs the origin in the same commit. A shard that is asked for a message it does
 * not have asks the origin. Commands between shards arrive in the order of commits, so a command
 * that follows a message always arrives after it, and the search terminates.
 */
public final class Handover {
  /** No other shard has it. */
  static final int NO_SHARD = -1;

  private final ShardState state;

  public Handover(ShardState state) {
    this.state = state;
  }

  /**
   * Hands over a message that is in no lane any more.
   *
   * @param before as it is known here
   * @param message its new form at the other shard's endpoint
   */
  void give(String customerId, Message before, Message message) {
    MessageId id = message.id();
    StoredEvent event = state.events.get(customerId, id.event());
    if (event == null || !event.hasPayload()) {
      throw new IllegalStateException("damaged store: a waiting message without its event: " + id);
    }
    List<Attempt> attempts = Messages.firstAndLastAttempts(state.store, customerId, id);
    pass(new Command.ImportMessage(message, event.event(), attempts));
    state.messages.erase(customerId, before);
    if (state.isCopy(id.event())) {
      remove(customerId, id);
    }
  }

  /** Sends a message to the shard of its endpoint, and informs its origin. */
  void pass(Command.ImportMessage adoption) {
    Message message = adoption.message();
    String customerId = adoption.event().customerId();
    int shard = state.assignment.shardOf(message.endpoint());
    state.forward(shard, adoption);
    int origin = message.id().event().shard();
    if (origin == state.identity.shard()) {
      name(customerId, message.id(), message.endpoint());
    } else if (origin != shard) {
      state.forward(origin, new Command.PassMessage(customerId, message.id(), message.endpoint()));
    }
  }

  /** At a message's origin: it belongs to another endpoint now. */
  public void passed(Command.PassMessage command) {
    name(command.customerId(), command.message(), command.endpoint());
  }

  /** At a message's origin: its owner has removed it, so its event need not be kept for it. */
  public void forgotten(Command.ForgetMessage command) {
    EventKey key = command.message().event();
    replace(command.customerId(), command.message(), StoredEvent.Target::removed);
    state.recheck(state.now(), command.customerId(), key);
  }

  /** The shard to ask for a message that this one does not have, or {@link #NO_SHARD}. */
  int locate(String customerId, MessageId id) {
    int origin = id.event().shard();
    if (state.assignment.alone() || origin >= state.assignment.shards()) {
      return NO_SHARD;
    }
    if (origin != state.identity.shard()) {
      return origin;
    }
    StoredEvent event = state.events.get(customerId, id.event());
    boolean there = event != null && id.ordinal() >= 0 && id.ordinal() < event.targets().size();
    return event != null && there && state.isHandedOver(event.targets().get(id.ordinal()))
        ? state.assignment.shardOf(event.targets().get(id.ordinal()).endpoint())
        : NO_SHARD;
  }

  private void name(String customerId, MessageId id, EndpointId endpoint) {
    replace(customerId, id, target -> target.movedTo(endpoint));
  }

  private void replace(String customerId, MessageId id, UnaryOperator<StoredEvent.Target> changed) {
    StoredEvent event = state.events.get(customerId, id.event());
    if (event != null && id.ordinal() < event.targets().size()) {
      List<StoredEvent.Target> targets = new ArrayList<>(event.targets());
      targets.set(id.ordinal(), changed.apply(targets.get(id.ordinal())));
      state.events.replace(id.event(), new StoredEvent(event.event(), targets, event.hasPayload()));
    }
  }

  /** A copy of another shard's event is kept only for the messages that are here. */
  private void remove(String customerId, MessageId id) {
    replace(customerId, id, StoredEvent.Target::removed);
    StoredEvent left = state.events.get(customerId, id.event());
    if (left != null && left.targets().stream().allMatch(StoredEvent.Target::nowhere)) {
      state.events.removeKeepingId(customerId, id.event());
    }
  }
}
