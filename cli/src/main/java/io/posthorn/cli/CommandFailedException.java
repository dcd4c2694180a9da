package io.posthorn.cli;

/** A command failed. The message is one line for the user. */
public final class CommandFailedException extends Exception {
  public CommandFailedException(String line) {
    super(line);
  }
}
