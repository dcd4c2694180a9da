package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Command;

/** The command {@code posthorn subscriptions delete}. */
@Command(
    name = "delete",
    description = {
      "Deletes a subscription and cancels its waiting messages.",
      "",
      "Its endpoint stays, with its circuit and signing secret."
    },
    footer = {"", "Examples:", "  posthorn subscriptions delete sub_..."})
public final class DeleteSubscriptionCommand extends SubscriptionCommand {
  public DeleteSubscriptionCommand() {
    this(CommandContext.real());
  }

  public DeleteSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(PosthornClient posthorn, String id) {
    posthorn.subscriptions().delete(id);
    print(id + " is deleted.");
    return DONE;
  }
}
