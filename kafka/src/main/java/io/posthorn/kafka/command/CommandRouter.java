package io.posthorn.kafka.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;

/** The router that chooses the shards of a command. */
final class CommandRouter {
  private final ShardAssignment assignment;
  private final SubscriptionIndex subscriptions;

  /**
   * The shard that a command is written to.
   *
   * @param replies the number of shards that reply; if there are several, the first one forwards
   *     the command
   */
  record Destination(int shard, int replies) {}

  CommandRouter(ShardAssignment assignment, SubscriptionIndex subscriptions) {
    this.assignment = assignment;
    this.subscriptions = subscriptions;
  }

  Destination destination(Command command) {
    return switch (command) {
      case Command.CreateSubscription c -> owner(c.subscription().endpointId());
      case Command.ChangeSubscription c -> ownerOf(c.subscription().id());
      case Command.DeleteSubscription c -> ownerOf(c.subscription());
      case Command.EnableEndpoint c -> owner(c.endpoint());
      case Command.PauseEndpoint c -> owner(c.endpoint());
      case Command.ResumeEndpoint c -> owner(c.endpoint());
      case Command.ConfigureEndpoint c -> owner(c.endpoint());
      case Command.SetSecrets c -> owner(c.endpoint());
      case Command.ReplayMessage c -> maker(c.message());
      case Command.CancelMessage c -> maker(c.message());
      case Command.RetryMessage c -> maker(c.message());
      case Command.PutCustomer _, Command.PutKey _, Command.DeleteKey _, Command.Note _ -> at(0);
      case Command.EnableEndpoints _,
          Command.EraseCustomer _,
          Command.PauseDelivery _,
          Command.ResumeDelivery _,
          Command.StartBulk _,
          Command.RemoveEarly _ ->
          new Destination(0, assignment.shards());
      case Command.Audited c -> destination(c.command());
      case Command.AcceptEvents _,
          Command.RecordOutcome _,
          Command.RecordToken _,
          Command.ReturnRequest _,
          Command.Transfer _ ->
          throw new IllegalArgumentException("internal command: " + command);
    };
  }

  private static Destination at(int shard) {
    return new Destination(shard, 1);
  }

  private Destination owner(EndpointId endpoint) {
    return at(assignment.shardOf(endpoint));
  }

  /**
   * The owner that this node knows; that shard forwards the command if the subscription has moved.
   */
  private Destination ownerOf(SubscriptionId id) {
    Subscription present = subscriptions.get(id);
    return present == null ? at(0) : owner(present.endpointId());
  }

  /** The shard that made the message; it forwards the command if the message has moved. */
  private Destination maker(MessageId message) {
    int shard = message.event().shard();
    return shard < assignment.shards() ? at(shard) : at(0);
  }

  /** Returns whether the effect has to be in the directory before the caller gets the reply. */
  static boolean changesDirectory(Command command) {
    return switch (command) {
      case Command.CreateSubscription _,
          Command.ChangeSubscription _,
          Command.DeleteSubscription _,
          Command.EraseCustomer _,
          Command.PauseDelivery _,
          Command.ResumeDelivery _,
          Command.PutCustomer _,
          Command.PutKey _,
          Command.DeleteKey _ ->
          true;
      case Command.Audited c -> changesDirectory(c.command());
      case Command.AcceptEvents _,
          Command.RecordOutcome _,
          Command.RecordToken _,
          Command.ReturnRequest _,
          Command.EnableEndpoint _,
          Command.EnableEndpoints _,
          Command.PauseEndpoint _,
          Command.ResumeEndpoint _,
          Command.ConfigureEndpoint _,
          Command.SetSecrets _,
          Command.ReplayMessage _,
          Command.CancelMessage _,
          Command.RetryMessage _,
          Command.StartBulk _,
          Command.RemoveEarly _,
          Command.Note _,
          Command.Transfer _ ->
          false;
    };
  }
}
