package io.posthorn.kafka.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Territory;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Decides which shards a command is for. */
final class CommandRouter {
  private final Territory territory;
  private final SubscriptionIndex subscriptions;

  /** A command on its way to one shard. */
  record Addressed(int shard, Command command) {}

  CommandRouter(Territory territory, SubscriptionIndex subscriptions) {
    this.territory = territory;
    this.subscriptions = subscriptions;
  }

  /**
   * The shards, each with what it is told. Where several are told, the first alone keeps the record
   * of who gave the command.
   */
  List<Addressed> address(Command command) {
    List<Integer> shards = shards(command);
    List<Addressed> addressed = new ArrayList<>(shards.size());
    for (int shard : shards) {
      Command told =
          command instanceof Command.Audited a && shard != shards.getFirst()
              ? a.command()
              : command;
      addressed.add(new Addressed(shard, told));
    }
    return addressed;
  }

  private List<Integer> shards(Command command) {
    return switch (command) {
      case Command.CreateSubscription c -> owner(c.subscription().endpointId());
      case Command.ChangeSubscription c -> ownerOf(c.subscription().id());
      case Command.DeleteSubscription c -> ownerOf(c.subscription());
      case Command.EnableEndpoint c -> owner(c.endpoint());
      case Command.PauseEndpoint c -> owner(c.endpoint());
      case Command.ConfigureEndpoint c -> owner(c.endpoint());
      case Command.SetSecrets c -> owner(c.endpoint());
      case Command.ReplayMessage c -> maker(c.message());
      case Command.CancelMessage c -> maker(c.message());
      case Command.PutCustomer _, Command.PutKey _, Command.DeleteKey _, Command.Note _ -> FIRST;
      case Command.EnableEndpoints _,
          Command.EraseCustomer _,
          Command.PauseDelivery _,
          Command.ResumeDelivery _,
          Command.StartBulk _,
          Command.Trim _ ->
          IntStream.range(0, territory.shards()).boxed().toList();
      case Command.Audited c -> shards(c.command());
      case Command.AcceptEvents _, Command.RecordOutcome _, Command.Transfer _ ->
          throw new IllegalArgumentException("not for callers: " + command);
    };
  }

  private static final List<Integer> FIRST = List.of(0);

  private List<Integer> owner(EndpointId endpoint) {
    return List.of(territory.shardOf(endpoint));
  }

  /** Where it was when this node last heard of it: from there it is followed. */
  private List<Integer> ownerOf(SubscriptionId id) {
    Subscription present = subscriptions.get(id);
    return present == null ? FIRST : owner(present.endpointId());
  }

  /** The shard whose message it is, or was: from there it is followed. */
  private List<Integer> maker(MessageId message) {
    int shard = message.event().shard();
    return shard < territory.shards() ? List.of(shard) : FIRST;
  }

  /** Whether whoever is answered has to find it in what every node knows. */
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
          Command.EnableEndpoint _,
          Command.EnableEndpoints _,
          Command.PauseEndpoint _,
          Command.ConfigureEndpoint _,
          Command.SetSecrets _,
          Command.ReplayMessage _,
          Command.CancelMessage _,
          Command.StartBulk _,
          Command.Trim _,
          Command.Note _,
          Command.Transfer _ ->
          false;
    };
  }
}
