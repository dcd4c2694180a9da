package io.posthorn.cli.endpoints;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn endpoints list}. */
@Command(
    name = "list",
    description = "Lists endpoints with their state and the outcome of their last attempt.",
    footer = {"", "Examples:", "  posthorn endpoints list --status frozen"})
public final class ListEndpointsCommand extends EndpointListCommand {
  public ListEndpointsCommand() {
    this(CommandContext.real());
  }

  public ListEndpointsCommand(CommandContext context) {
    super(context);
  }
}
