package io.posthorn.core.shard.sweep;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.function.Consumer;

/**
 * The completion of a subscription's move: once none of its messages is left elsewhere, its ordered
 * messages may be attempted at its endpoint, or the shard that it moved to is informed.
 */
final class MoveCompletion {
  private final ShardState state;
  private final Consumer<Sweep> starter;

  MoveCompletion(ShardState state, Consumer<Sweep> starter) {
    this.state = state;
    this.starter = starter;
  }

  /** None of a subscription's messages is left at an endpoint of this shard. */
  void left(SubscriptionId id, EndpointId endpoint) {
    state.moves.hasLeft(id, endpoint);
    check(id);
  }

  /** None is left in another shard. */
  void finished(Command.MoveFinished command) {
    state.moves.arrived(command.subscription(), command.from());
    check(command.subscription());
  }

  /** Informs other shards, or starts the messages here, if none is left elsewhere. */
  void check(SubscriptionId id) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(id);
    if (listed == null) {
      state.moves.forget(id);
      return;
    }
    boolean foreign = state.isForeign(listed.endpoint());
    boolean complete = !state.moves.isElsewhere(id, listed.endpoint());
    if (complete || !foreign) {
      for (int shard : state.moves.takeOwed(id)) {
        state.forward(shard, new Command.MoveFinished(id, state.identity.shard()));
      }
    }
    Endpoint endpoint = foreign ? null : state.endpoints.get(listed.endpoint());
    if (complete && endpoint != null && endpoint.waiting(Lane.ORDER) > 0) {
      starter.accept(new ReleaseSweep(state, endpoint.id()));
    }
  }
}
