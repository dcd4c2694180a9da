package io.posthorn.core.shard.command;

import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionMoves;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.shard.sweep.LeaveSweep;
import io.posthorn.core.shard.sweep.Sweeper;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves subscriptions to a URL that another shard owns, in steps:
 *
 * <ol>
 *   <li>The old owner marks the subscription as leaving, and asks the new one to open it. Nothing
 *       else changes yet; other changes are refused until the move is settled.
 *   <li>The new owner opens it, or refuses, and says so.
 *   <li>The old owner takes its mark away. If the subscription was opened it keeps its new form as
 *       one that lives elsewhere, so that events and messages which still come here find their way,
 *       hands over what waits, and answers.
 * </ol>
 */
public final class SubscriptionMigration {
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

  /** Whether a subscription is not for this shard to change now; then that is seen to. */
  boolean seesTo(long request, SubscriptionRegistry.Listed listed, Command command) {
    if (state.elsewhere(listed.endpoint())) {
      state.passOn(state.assignment.shardOf(listed.endpoint()), command);
      return true;
    }
    if (state.moves.leaving(listed.subscription().id())) {
      state.answer(
          request, new Reply.Conflict("The subscription is being moved: try again in a moment."));
      return true;
    }
    return false;
  }

  /** Step one, at the old owner. */
  void begin(Command.ChangeSubscription command) {
    Subscription changed = command.subscription();
    int shard = state.assignment.shardOf(changed.endpointId());
    state.moves.leave(
        changed.id(), new SubscriptionMoves.Leaving(command.request(), shard, state.takeEntry()));
    state.forward(shard, new Command.OpenMoved(state.identity.shard(), changed, command.secret()));
  }

  /** Step two, at the new owner. */
  void open(Command.OpenMoved command, SubscriptionCommands subscriptions) {
    Subscription subscription = command.subscription();
    Reply.@Nullable Conflict refusal = subscriptions.refusal(subscription);
    if (refusal != null) {
      state.forward(command.from(), new Command.MoveRefused(subscription.id(), refusal.reason()));
      return;
    }
    subscriptions.open(subscription, command.secret());
    state.moves.arrive(subscription.id());
    state.forward(command.from(), new Command.MoveAccepted(subscription));
  }

  /** Step three, at the old owner. */
  void accepted(Command.MoveAccepted command) {
    Subscription moved = command.subscription();
    SubscriptionMoves.Leaving mark = state.moves.settle(moved.id());
    SubscriptionRegistry.Listed listed = state.subscriptions.get(moved.id());
    if (mark == null || listed == null) {
      return; // erased with its customer meanwhile, there as well
    }
    state.moves.forgetArrival(moved.id());
    state.subscriptions.put(moved);
    sweeper.start(new LeaveSweep(state, transitions, moved.id(), listed.endpoint()));
    state.clearRefusal();
    directory.audit(mark.entry());
    state.answer(mark.request(), Reply.DONE);
  }

  /** Step three, where nothing came of it. */
  void refused(Command.MoveRefused command) {
    SubscriptionMoves.Leaving mark = state.moves.settle(command.subscription());
    if (mark != null) {
      state.answer(mark.request(), new Reply.Conflict(command.reason()));
    }
  }

  /** A subscription was deleted by its owner: those who had it before need not know it any more. */
  void deleted(SubscriptionId id) {
    if (state.moves.forgetArrival(id)) {
      for (int shard = 0; shard < state.assignment.shards(); shard++) {
        if (shard != state.identity.shard()) {
          state.forward(shard, new Command.ForgetSubscription(id));
        }
      }
    }
  }

  void forgotten(Command.ForgetSubscription command) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(command.subscription());
    if (listed != null && state.elsewhere(listed.endpoint())) {
      state.subscriptions.remove(listed.subscription());
    }
  }

  /**
   * A customer is erased. Where a subscription of it has moved to, or is moving to, it may arrive
   * behind that shard's own erasing: so that shard is told once more, behind all that this one has
   * sent to it.
   */
  void erase(String customerId) {
    TreeSet<Integer> shards = new TreeSet<>();
    for (Subscription subscription : state.subscriptions.all(customerId)) {
      SubscriptionMoves.Leaving mark = state.moves.settle(subscription.id());
      if (mark != null) {
        shards.add(mark.shard());
        state.answer(mark.request(), new Reply.Conflict("The customer is being erased."));
      }
      if (state.elsewhere(subscription.endpointId())) {
        shards.add(state.assignment.shardOf(subscription.endpointId()));
      }
      state.moves.forgetArrival(subscription.id());
      state.subscriptions.remove(subscription);
    }
    for (int shard : shards) {
      state.forward(shard, new Command.EraseCustomer(Command.NOBODY, customerId));
    }
  }
}
