package io.posthorn.cli.options;

import picocli.CommandLine.Option;

/** The options about the form of the output. */
public final class OutputOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}, for users.")
  private OutputFormat format = OutputFormat.table;

  @Option(names = "--json", description = "Short for -o json.")
  private boolean json;

  @Option(names = "--no-color", description = "No colours, as with the variable NO_COLOR.")
  private boolean plain;

  public OutputFormat format() {
    return json ? OutputFormat.json : format;
  }

  /** Returns whether colours are allowed. */
  public boolean colors() {
    return !plain;
  }
}
