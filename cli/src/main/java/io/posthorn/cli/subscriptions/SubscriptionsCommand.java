package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.SubscriptionDetails;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn subscriptions}. */
@Command(
    name = "subscriptions",
    description = "Lists subscriptions, or shows, creates, edits or tests one.",
    subcommands = {
      ListSubscriptionsCommand.class,
      ShowSubscriptionCommand.class,
      CreateSubscriptionCommand.class,
      EditSubscriptionCommand.class,
      DeleteSubscriptionCommand.class,
      TestSubscriptionCommand.class,
      DryRunSubscriptionCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  posthorn subscriptions",
      "  posthorn subscriptions sub_...",
      "  posthorn subscriptions create --obj-code TASK --event-type UPDATE --to https://...",
      "  posthorn subscriptions edit sub_... --filter 'status eq INP'",
      "  posthorn subscriptions test sub_..."
    })
public final class SubscriptionsCommand extends SubscriptionListCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this subscription.")
  private @Nullable String id;

  public SubscriptionsCommand() {
    this(CommandContext.real());
  }

  public SubscriptionsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    return showOrList(id, shown -> show(posthorn, shown), posthorn);
  }

  private void show(PosthornClient posthorn, String shown) {
    checkId(shown, "sub_", "subscription", "posthorn subscriptions");
    SubscriptionDetails subscription = posthorn.subscriptions().get(shown);
    print(() -> SubscriptionLines.of(subscription, times()));
  }
}
