package io.posthorn.core.shard;

/** What other shards say: goes to those who know about subscriptions, or about messages. */
final class Transfers {
  private final Migration migration;
  private final SubscriptionCommands subscriptions;
  private final Adoption adoption;
  private final Handover handover;

  Transfers(
      Migration migration,
      SubscriptionCommands subscriptions,
      Adoption adoption,
      Handover handover) {
    this.migration = migration;
    this.subscriptions = subscriptions;
    this.adoption = adoption;
    this.handover = handover;
  }

  void apply(Command.Transfer transfer) {
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
