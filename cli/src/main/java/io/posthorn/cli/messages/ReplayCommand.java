package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn replay}. */
@Command(
    name = "replay",
    description = {
      "Resends messages that have ended.",
      "",
      "They keep their IDs, get a new retry schedule, and go to the subscription's current URL.",
      "Give one message ID, or select many: the server then works in the background, and continues",
      "even if this command is stopped. It counts them and asks before it begins."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn replay msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h --preview",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h"
    })
public final class ReplayCommand extends BulkCommand {
  /** The states that the command changes; picocli shows these names. */
  enum Status {
    delivered,
    dropped,
    cancelled
  }

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only messages in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  public ReplayCommand() {
    this(CommandContext.real());
  }

  public ReplayCommand(CommandContext context) {
    super(
        context,
        new Action(
            "replayed",
            true,
            MessageCalls::replay,
            MessageCalls::replayAll,
            MessageCalls::replayJob));
  }

  @Override
  @Nullable Enum<?> status() {
    return status;
  }
}
