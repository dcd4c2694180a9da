package io.posthorn.core.shard.command;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.ShardState;

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
    state.deliveryPauses.set(command.customerId(), true, state);
    state.reply(command.request(), Reply.DONE);
  }

  public void resume(Command.ResumeDelivery command) {
    state.deliveryPauses.set(command.customerId(), false, state);
    state.reply(command.request(), Reply.DONE);
  }
}
