package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.BulkSelection;
import picocli.CommandLine.Command;

/** The command {@code posthorn cancel}. */
@Command(
    name = "cancel",
    description = {
      "Cancels waiting messages; they can be replayed later.",
      "",
      "Give one message ID, or select many: the server then works in the background, and continues",
      "even if this command is stopped."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn cancel msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn cancel --subscription sub_... --since 7d --preview",
      "  posthorn cancel --subscription sub_... --since 7d"
    })
public final class CancelCommand extends BulkCommand {
  public CancelCommand() {
    this(CommandContext.real());
  }

  public CancelCommand(CommandContext context) {
    super(context, "cancelled");
  }

  @Override
  MessageDetails changeOne(MessageCalls messages, String id) {
    return messages.cancel(id);
  }

  @Override
  BulkJobDetails start(MessageCalls messages, BulkSelection selection) {
    return messages.cancelAll(selection);
  }

  @Override
  BulkJobDetails job(MessageCalls messages, String id) {
    return messages.cancelJob(id);
  }
}
