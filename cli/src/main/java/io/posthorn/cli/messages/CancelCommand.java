package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
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
    super(
        context,
        new Action(
            "cancelled", MessageCalls::cancel, MessageCalls::cancelAll, MessageCalls::cancelJob));
  }
}
