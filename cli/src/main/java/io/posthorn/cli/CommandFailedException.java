package io.posthorn.cli;

/** The failure of a command. The message is one line for the user. */
public final class CommandFailedException extends Exception {
  public CommandFailedException(String line) {
    super(line);
  }
}
