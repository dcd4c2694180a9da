package io.posthorn.core.shard.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Reply.Conflict.Cause;
import io.posthorn.core.shard.state.PendingSubscriptionMoves;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.shard.sweep.LeaveSweep;
import io.posthorn.core.shard.sweep.Sweeper;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The move of a subscription to a URL that another shard owns, in three steps:
 *
 * <ol>
 *   <li>The old owner marks the subscription as leaving, and asks the new one to open it. Nothing
 *       else changes yet; other changes are rejected until the move is complete.
 *   <li>The new owner opens it or refuses, and replies.
 *   <li>The old owner removes its mark. If the subscription was opened, it keeps the new form as
 *       one owned elsewhere, so that events and messages that still arrive here are forwarded,
 *       hands over the waiting messages, and replies to the caller.
 * </ol>
 */
public final class SubscriptionMigration {
  /** The refusal of a URL whose endpoint takes in no other subscription for a moment. */
  static final Reply.Conflict CLOSED =
      new Reply.Conflict(
          Cause.CONCURRENT_CHANGE,
          "Another subscription is being moved from this URL to another shard; retry in 1 s.");

  private final ShardState state;
  private final MessageTransitions transitions;
  private final Sweeper sweeper;
  private final DirectoryCommands directory;

  public SubscriptionMigration(
      ShardState state,
      MessageTransitions transitions,
      Sweeper sweeper,
      DirectoryCommands directory) {
    this.state = state;
    this.transitions = transitions;
    this.sweeper = sweeper;
    this.directory = directory;
  }

  /**
   * Forwards or rejects a change of a subscription that this shard cannot change now; returns
   * whether it did.
   */
  boolean redirect(long request, SubscriptionRegistry.Listed listed, Command command) {
    if (state.isForeign(listed.endpoint())) {
      state.passOn(state.assignment.shardOf(listed.endpoint()), command);
      return true;
    }
    if (state.moves.leaving(listed.subscription().id())) {
      state.reply(
          request,
          new Reply.Conflict(
              Cause.CONCURRENT_CHANGE,
              "The subscription is being moved to another shard; retry in 1 s."));
      return true;
    }
    return false;
  }

  /** Step one, at the old owner. */
  void begin(Command.ChangeSubscription command, EndpointId endpoint) {
    Subscription changed = command.subscription();
    int shard = state.assignment.shardOf(changed.endpointId());
    state.moves.leave(
        changed.id(),
        new PendingSubscriptionMoves.Leaving(command.request(), shard, state.takeEntry()));
    int from = state.identity.shard();
    FormerOwners former =
        state.moves.formerOwners(changed.id()).afterMove(from, shard, state.now());
    state.objects.leave(endpoint);
    long sequence = state.objects.reserved(endpoint);
    state.forward(shard, new Command.OpenMoved(from, changed, command.secret(), former, sequence));
  }

  /** Step two, at the new owner. */
  public void open(Command.OpenMoved command, SubscriptionCommands subscriptions) {
    Subscription subscription = command.subscription();
    Reply.@Nullable Conflict refusal = subscriptions.refusal(subscription, Set.of());
    if (refusal == null
        && state.objects.isClosedTo(subscription.endpointId(), command.sequence())) {
      refusal = CLOSED;
    }
    if (refusal != null) {
      state.forward(command.from(), new Command.MoveRefused(subscription.id(), refusal));
      return;
    }
    subscriptions.open(subscription, command.secret());
    state.moves.arrive(subscription.id(), command.former());
    state.objects.continueBehind(command.sequence());
    sweeper.opened(subscription.id(), command.from());
    state.forward(command.from(), new Command.MoveAccepted(subscription));
  }

  /** Step three, at the old owner. */
  public void accepted(Command.MoveAccepted command) {
    Subscription moved = command.subscription();
    SubscriptionRegistry.Listed listed = state.subscriptions.get(moved.id());
    PendingSubscriptionMoves.Leaving mark = settle(moved.id(), listed);
    if (mark == null || listed == null) {
      return; // erased with its customer meanwhile, in the other shard as well
    }
    state.moves.forgetArrival(moved.id());
    state.subscriptions.put(moved);
    state.moves.owe(moved.id(), state.assignment.shardOf(moved.endpointId()));
    sweeper.start(new LeaveSweep(state, transitions, moved.id(), listed.endpoint()));
    state.clearRefusal();
    directory.audit(mark.entry());
    state.reply(mark.request(), Reply.DONE);
  }

  /** Step three, if the new owner refused. */
  public void refused(Command.MoveRefused command) {
    SubscriptionId id = command.subscription();
    PendingSubscriptionMoves.Leaving mark = settle(id, state.subscriptions.get(id));
    if (mark != null) {
      state.reply(mark.request(), command.refusal());
    }
  }

  /** Removes the mark of a subscription that was leaving; null if there is none. */
  private PendingSubscriptionMoves.@Nullable Leaving settle(
      SubscriptionId id, SubscriptionRegistry.@Nullable Listed listed) {
    PendingSubscriptionMoves.Leaving mark = state.moves.settle(id);
    if (mark != null && listed != null && !anyLeaves(listed.endpoint())) {
      state.objects.settle(listed.endpoint());
    }
    return mark;
  }

  private boolean anyLeaves(EndpointId endpoint) {
    return state.moves.leaving().stream()
        .map(state.subscriptions::get)
        .anyMatch(listed -> listed != null && listed.endpoint().equals(endpoint));
  }

  /** The owner deleted a subscription: former owners can forget it. */
  void deleted(SubscriptionId id) {
    state.moves.forget(id);
    if (state.moves.forgetArrival(id)) {
      for (int shard = 0; shard < state.assignment.shards(); shard++) {
        if (shard != state.identity.shard()) {
          state.forward(shard, new Command.ForgetSubscription(id));
        }
      }
    }
  }

  public void forgotten(Command.ForgetSubscription command) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(command.subscription());
    if (listed != null && state.isForeign(listed.endpoint())) {
      state.subscriptions.remove(listed.subscription());
      state.moves.forget(command.subscription());
    }
  }

  /** A customer is erased: none of its subscriptions moves or has moved any more. */
  void erase(String customerId) {
    for (Subscription subscription : state.subscriptions.all(customerId)) {
      PendingSubscriptionMoves.Leaving mark =
          settle(subscription.id(), state.subscriptions.get(subscription.id()));
      if (mark != null) {
        state.reply(mark.request(), DirectoryCommands.BEING_ERASED);
      }
      state.moves.forgetArrival(subscription.id());
      state.moves.forget(subscription.id());
      state.subscriptions.remove(subscription);
    }
  }
}
