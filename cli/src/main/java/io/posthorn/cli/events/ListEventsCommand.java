package io.posthorn.cli.events;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn events list}. */
@Command(
    name = "list",
    description = "Lists events, the newest first.",
    footer = {"", "Examples:", "  posthorn events list --obj-id 42 --since 24h"})
public final class ListEventsCommand extends EventListCommand {
  public ListEventsCommand() {
    this(CommandContext.real());
  }

  public ListEventsCommand(CommandContext context) {
    super(context);
  }
}
