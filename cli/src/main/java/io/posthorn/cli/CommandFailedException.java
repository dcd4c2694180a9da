package io.posthorn.cli;

/** A command could not do what it should. The message is one line for a person. */
public final class CommandFailedException extends Exception {
  public CommandFailedException(String line) {
    super(line);
  }
}
