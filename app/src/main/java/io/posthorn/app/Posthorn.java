package io.posthorn.app;

import io.posthorn.cli.PosthornCommandLine;
import io.posthorn.cli.audit.AuditCommand;
import io.posthorn.cli.backup.BackupCommand;
import io.posthorn.cli.completion.CompletionCommand;
import io.posthorn.cli.customers.CustomersCommand;
import io.posthorn.cli.encryption.EncryptionKeyCommand;
import io.posthorn.cli.endpoints.EnableCommand;
import io.posthorn.cli.endpoints.EndpointsCommand;
import io.posthorn.cli.endpoints.PauseCommand;
import io.posthorn.cli.endpoints.ResumeCommand;
import io.posthorn.cli.events.EventsCommand;
import io.posthorn.cli.events.SendCommand;
import io.posthorn.cli.listen.ListenCommand;
import io.posthorn.cli.messages.CancelCommand;
import io.posthorn.cli.messages.MessagesCommand;
import io.posthorn.cli.messages.ReplayCommand;
import io.posthorn.cli.messages.RetryCommand;
import io.posthorn.cli.messages.TailCommand;
import io.posthorn.cli.messages.WhyCommand;
import io.posthorn.cli.secrets.SecretCommand;
import io.posthorn.cli.subscriptions.SubscriptionsCommand;
import io.posthorn.sender.guard.Resolver;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code posthorn}: the main class and the list of subcommands. */
@Command(
    name = "posthorn",
    description = "Delivers events to subscribed URLs as signed, retried webhooks.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    subcommands = {
      ServeCommand.class,
      DemoCommand.class,
      SubscriptionsCommand.class,
      SendCommand.class,
      ListenCommand.class,
      EventsCommand.class,
      MessagesCommand.class,
      TailCommand.class,
      WhyCommand.class,
      ReplayCommand.class,
      CancelCommand.class,
      RetryCommand.class,
      EndpointsCommand.class,
      EnableCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      SecretCommand.class,
      CustomersCommand.class,
      KeysCommand.class,
      AuditCommand.class,
      EncryptionKeyCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      ParkedCommand.class,
      ConfigCommand.class,
      SimulateCommand.class,
      TrainingLoadCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    })
public final class Posthorn implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String[] arguments) {
    Resolver.disableJvmCache();
    System.exit(PosthornCommandLine.of(new Posthorn()).execute(arguments));
  }

  /** Prints the help if there is no subcommand. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
