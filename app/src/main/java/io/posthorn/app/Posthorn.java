package io.posthorn.app;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
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
public final class Posthorn implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String[] arguments) {
    System.exit(commandLine(new Posthorn()).execute(arguments));
  }

  /** A command as people meet it on the command line. */
  static CommandLine commandLine(Object command) {
    return new CommandLine(command)
        .setUsageHelpWidth(Table.WIDTH)
        .setParameterExceptionHandler(new WrongUsage());
  }

  /** Who says nothing does not know yet what there is to say. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
