package io.posthorn.sim.audit;

import io.posthorn.core.shard.protocol.Command;

/** What a request asks for, and the number by which it is answered. */
public final class Requests {
  private Requests() {}

  /** The command itself, where it came with a record of who gave it. */
  public static Command plain(Command command) {
    return command instanceof Command.Audited audited ? audited.command() : command;
  }

  public static long number(Command command) {
    return switch (command) {
      case Command.AcceptEvents c -> c.request();
      case Command.CreateSubscription c -> c.request();
      case Command.ChangeSubscription c -> c.request();
      case Command.DeleteSubscription c -> c.request();
      case Command.EnableEndpoint c -> c.request();
      case Command.EnableEndpoints c -> c.request();
      case Command.PauseEndpoint c -> c.request();
      case Command.ConfigureEndpoint c -> c.request();
      case Command.SetSecrets c -> c.request();
      case Command.ReplayMessage c -> c.request();
      case Command.CancelMessage c -> c.request();
      case Command.StartBulk c -> c.request();
      case Command.PauseDelivery c -> c.request();
      case Command.ResumeDelivery c -> c.request();
      case Command.EraseCustomer c -> c.request();
      case Command.Trim c -> c.request();
      case Command.Note c -> c.request();
      case Command.PutCustomer c -> c.request();
      case Command.PutKey c -> c.request();
      case Command.DeleteKey c -> c.request();
      case Command.Audited c -> number(c.command());
      case Command.RecordOutcome _, Command.Transfer _ ->
          throw new IllegalArgumentException("an outcome is not answered");
    };
  }
}
