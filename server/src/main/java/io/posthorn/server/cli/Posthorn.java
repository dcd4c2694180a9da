package io.posthorn.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code posthorn}. */
@Command(
    name = "posthorn",
    description = "Delivers events to the web addresses of people who subscribed to them.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    subcommands = {
      Serve.class,
      Demo.class,
      Send.class,
      Listen.class,
      Tail.class,
      Why.class,
      Messages.class,
      Replay.class,
      Cancel.class,
      Endpoints.class,
      Enable.class,
      Pause.class,
      Keys.class,
      MakeBackup.class,
      Restore.class,
      Config.class,
      Simulate.class,
      HelpCommand.class
    })
public final class Posthorn implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Posthorn()).setUsageHelpWidth(Table.WIDTH).execute(arguments));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: see the commands below.");
  }
}
