package io.posthorn.cli.options;

import picocli.CommandLine.Option;

/** The option that skips the question before bulk work. */
public final class ConfirmOptions {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask; required if the command does not run on a terminal.")
  private boolean yes;

  public boolean yes() {
    return yes;
  }
}
