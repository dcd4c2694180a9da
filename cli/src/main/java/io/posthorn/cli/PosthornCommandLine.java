package io.posthorn.cli;

import io.posthorn.cli.output.TextTable;
import io.posthorn.cli.terminal.Printable;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The picocli configuration of all commands: help width and usage errors. */
public final class PosthornCommandLine {
  private PosthornCommandLine() {}

  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .setUsageHelpWidth(TextTable.WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(PosthornCommandLine::execute)
        .setParameterExceptionHandler((wrong, arguments) -> explain(wrong));
  }

  /** Runs a command; a misspelt one with {@code --help} gets a suggestion, not the general help. */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (!last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(last.commandSpec().commandLine(), last.unmatched());
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Prints the usage error and a reference to the help. */
  private static int explain(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    if (wrong instanceof UnmatchedArgumentException unmatched
        && isWord(command, unmatched.getUnmatched())) {
      err.println(unknownCommand(command, unmatched.getUnmatched().getFirst()));
    } else {
      err.println(command.getColorScheme().errorText(String.valueOf(wrong.getMessage())));
      UnmatchedArgumentException.printSuggestions(wrong, err);
    }
    err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static boolean isWord(CommandLine command, List<String> unmatched) {
    return !command.getSubcommands().isEmpty()
        && !unmatched.isEmpty()
        && !unmatched.getFirst().startsWith("-");
  }

  private static String unknownCommand(CommandLine command, String word) {
    List<String> similar = CommandSuggestions.of(command.getCommandSpec(), word);
    return "Unknown command: %s.%s"
        .formatted(
            Printable.line(word, 64),
            similar.isEmpty() ? "" : " Did you mean: " + String.join(", ", similar) + "?");
  }
}
