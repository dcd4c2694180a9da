package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.SubscriptionDetails;
import picocli.CommandLine.Command;

/** The command {@code posthorn subscriptions show}. */
@Command(
    name = "show",
    description = "Shows a subscription.",
    footer = {"", "Examples:", "  posthorn subscriptions show sub_..."})
public final class ShowSubscriptionCommand extends SubscriptionCommand {
  public ShowSubscriptionCommand() {
    this(CommandContext.real());
  }

  public ShowSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(PosthornClient posthorn, String id) {
    SubscriptionDetails subscription = posthorn.subscriptions().get(id);
    print(() -> SubscriptionLines.of(subscription, times()));
    return DONE;
  }
}
