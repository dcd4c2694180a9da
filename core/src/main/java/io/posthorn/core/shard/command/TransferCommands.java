package io.posthorn.core.shard.command;

import io.posthorn.core.shard.delivery.Adoption;
import io.posthorn.core.shard.delivery.Handover;
import io.posthorn.core.shard.protocol.Command;

/** Dispatches commands from other shards to the handlers of subscriptions and messages. */
public final class TransferCommands {
  private final SubscriptionMigration migration;
  private final SubscriptionCommands subscriptions;
  private final Adoption adoption;
  private final Handover handover;

  public TransferCommands(
      SubscriptionMigration migration,
      SubscriptionCommands subscriptions,
      Adoption adoption,
      Handover handover) {
    this.migration = migration;
    this.subscriptions = subscriptions;
    this.adoption = adoption;
    this.handover = handover;
  }

  public void apply(Command.Transfer transfer) {
    switch (transfer) {
      case Command.OpenMoved c -> migration.open(c, subscriptions);
      case Command.MoveAccepted c -> migration.accepted(c);
      case Command.MoveRefused c -> migration.refused(c);
      case Command.ForgetSubscription c -> migration.forgotten(c);
      case Command.AdoptMessage c -> adoption.adopt(c);
      case Command.PassMessage c -> handover.passed(c);
      case Command.ForgetMessage c -> handover.forgotten(c);
    }
  }
}
