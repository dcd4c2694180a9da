package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn messages list}. */
@Command(
    name = "list",
    description = "Lists messages with the outcome of their last attempt, the newest first.",
    footer = {"", "Examples:", "  posthorn messages list --status dropped --since 24h"})
public final class ListMessagesCommand extends MessageListCommand {
  public ListMessagesCommand() {
    this(CommandContext.real());
  }

  public ListMessagesCommand(CommandContext context) {
    super(context);
  }
}
