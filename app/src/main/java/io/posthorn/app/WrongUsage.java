package io.posthorn.app;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said of wrong usage: what is wrong, and where to read on. */
final class WrongUsage implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(String.valueOf(wrong.getMessage())));
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }
}
