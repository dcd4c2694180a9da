package io.posthorn.cli.subscriptions;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Parameters;

/** The base of commands about one subscription. */
abstract class SubscriptionCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The subscription: sub_...")
  private String id = "";

  SubscriptionCommand(CommandContext context) {
    super(context);
  }

  abstract int run(PosthornClient posthorn, String subscription) throws CommandFailedException;

  @Override
  protected final int run(PosthornClient posthorn) throws CommandFailedException {
    checkId(id, "sub_", "subscription", "posthorn subscriptions");
    return run(posthorn, id);
  }
}
