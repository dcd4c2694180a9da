package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;

/**
 * The contents of a command that a caller sent: the command itself, and the number that its reply
 * carries.
 */
public final class CommandRequests {
  private CommandRequests() {}

  /** The command without its audit entry. */
  public static Command plain(Command command) {
    return command instanceof Command.Audited audited ? audited.command() : command;
  }

  /** The number that the reply to a command carries. */
  public static long number(Command command) {
    return switch (command) {
      case Command.AcceptEvents c -> c.request();
      case Command.CreateSubscription c -> c.request();
      case Command.ChangeSubscription c -> c.request();
      case Command.DeleteSubscription c -> c.request();
      case Command.EnableEndpoint c -> c.request();
      case Command.EnableEndpoints c -> c.request();
      case Command.PauseEndpoint c -> c.request();
      case Command.ResumeEndpoint c -> c.request();
      case Command.ConfigureEndpoint c -> c.request();
      case Command.SetSecrets c -> c.request();
      case Command.ReplayMessage c -> c.request();
      case Command.CancelMessage c -> c.request();
      case Command.RetryMessage c -> c.request();
      case Command.StartBulk c -> c.request();
      case Command.PauseDelivery c -> c.request();
      case Command.ResumeDelivery c -> c.request();
      case Command.EraseCustomer c -> c.request();
      case Command.RemoveEarly c -> c.request();
      case Command.Note c -> c.request();
      case Command.PutCustomer c -> c.request();
      case Command.PutKey c -> c.request();
      case Command.DeleteKey c -> c.request();
      case Command.Audited c -> number(c.command());
      case Command.RecordOutcome _,
          Command.RecordToken _,
          Command.ReturnRequest _,
          Command.Transfer _ ->
          throw new IllegalArgumentException("an outcome gets no reply");
    };
  }
}
