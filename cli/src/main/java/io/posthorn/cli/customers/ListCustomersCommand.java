package io.posthorn.cli.customers;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn customers list}. */
@Command(
    name = "list",
    description = "Lists customers.",
    footer = {"", "Examples:", "  posthorn customers list"})
public final class ListCustomersCommand extends CustomerListCommand {
  public ListCustomersCommand() {
    this(CommandContext.real());
  }

  public ListCustomersCommand(CommandContext context) {
    super(context);
  }
}
