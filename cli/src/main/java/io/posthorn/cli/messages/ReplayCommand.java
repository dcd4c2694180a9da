package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
import picocli.CommandLine.Command;

/** The command {@code posthorn replay}. */
@Command(
    name = "replay",
    description = {
      "Resends messages that have ended.",
      "",
      "They keep their IDs, get a new retry schedule, and go to the subscription's current URL.",
      "Give one message ID, or select many: the server then works in the background, and continues",
      "even if this command is stopped."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn replay msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h --preview",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h"
    })
public final class ReplayCommand extends BulkCommand {
  public ReplayCommand() {
    this(CommandContext.real());
  }

  public ReplayCommand(CommandContext context) {
    super(
        context,
        new Action(
            "replayed", MessageCalls::replay, MessageCalls::replayAll, MessageCalls::replayJob));
  }
}
