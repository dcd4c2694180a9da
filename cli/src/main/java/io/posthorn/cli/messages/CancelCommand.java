package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn cancel}. */
@Command(
    name = "cancel",
    description = {
      "Cancels waiting messages; they can be replayed later.",
      "",
      "Give one message ID, or select many: the server then works in the background, and continues",
      "even if this command is stopped. It counts them and asks before it begins."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn cancel msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn cancel --subscription sub_... --since 7d --preview",
      "  posthorn cancel --subscription sub_... --since 7d"
    })
public final class CancelCommand extends BulkCommand {
  /** The states that the command changes; picocli shows these names. */
  enum Status {
    waiting,
    inFlight
  }

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only messages in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  public CancelCommand() {
    this(CommandContext.real());
  }

  public CancelCommand(CommandContext context) {
    super(
        context,
        new Action(
            "cancelled",
            false,
            MessageCalls::cancel,
            MessageCalls::cancelAll,
            MessageCalls::cancelJob));
  }

  @Override
  @Nullable Enum<?> status() {
    return status;
  }
}
