package io.posthorn.core.shard.command;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The commands of the delivery pause: they stop and resume all delivery, of one customer or of
 * everyone.
 */
public final class DeliveryPauseCommands {
  private final ShardState state;

  public DeliveryPauseCommands(ShardState state) {
    this.state = state;
  }

  public void pause(Command.PauseDelivery command) {
    set(command.customerId(), true);
    state.reply(command.request(), Reply.DONE);
  }

  public void resume(Command.ResumeDelivery command) {
    set(command.customerId(), false);
    state.reply(command.request(), Reply.DONE);
  }

  private void set(@Nullable String customerId, boolean on) {
    Collection<Endpoint> paused =
        customerId == null ? state.endpoints.all() : state.endpoints.ofCustomer(customerId);
    paused.forEach(endpoint -> touch(endpoint, on));
    state.deliveryPauses.set(customerId, on);
  }

  private void touch(Endpoint endpoint, boolean on) {
    boolean was = state.deliveryPauses.paused(endpoint.customerId());
    if (on) {
      state.lanes.forget(endpoint);
    } else if (was) {
      // As after any other hold: a single request tests whether the endpoint is up.
      endpoint.restart();
    }
    state.touch(endpoint);
  }
}
