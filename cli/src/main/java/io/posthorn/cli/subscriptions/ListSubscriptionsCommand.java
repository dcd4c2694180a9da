package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import picocli.CommandLine.Command;

/** The command {@code posthorn subscriptions list}. */
@Command(
    name = "list",
    description = "Lists subscriptions with the state of their endpoints, the oldest first.",
    footer = {"", "Examples:", "  posthorn subscriptions list --endpoint ep_..."})
public final class ListSubscriptionsCommand extends SubscriptionListCommand {
  public ListSubscriptionsCommand() {
    this(CommandContext.real());
  }

  public ListSubscriptionsCommand(CommandContext context) {
    super(context);
  }
}
