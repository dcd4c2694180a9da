package io.posthorn.cli;

import io.posthorn.cli.terminal.TextTable;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The picocli configuration of all commands: help width and usage errors. */
public final class PosthornCommandLine {
  private PosthornCommandLine() {}

  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .setUsageHelpWidth(TextTable.WIDTH)
        .setParameterExceptionHandler((wrong, arguments) -> explain(wrong));
  }

  /** Prints the usage error and a reference to the help. */
  private static int explain(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(String.valueOf(wrong.getMessage())));
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }
}
