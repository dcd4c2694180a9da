package io.posthorn.cli.keys;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn keys list}. */
@Command(
    name = "list",
    description = "Lists keys by their first characters.",
    footer = {"", "Examples:", "  posthorn keys list"})
public final class ListKeysCommand extends KeyListCommand {
  public ListKeysCommand() {
    this(CommandContext.real());
  }

  public ListKeysCommand(CommandContext context) {
    super(context);
  }
}
