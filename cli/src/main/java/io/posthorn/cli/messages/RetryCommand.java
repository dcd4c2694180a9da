package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.MessageCalls;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn retry}. */
@Command(
    name = "retry",
    description = {
      "Attempts waiting messages now, before they are due.",
      "",
      "The attempts obey the endpoint's limits. A message whose attempt fails keeps its due time.",
      "Give one message ID, or select many: the server then works in the background, and continues",
      "even if this command is stopped. It counts them and asks before it begins."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn retry msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn retry --endpoint ep_... --outcome 5xx --since 24h --preview",
      "  posthorn retry --endpoint ep_... --outcome 5xx --since 24h"
    })
public final class RetryCommand extends BulkCommand {
  /** The states that the command changes; picocli shows these names. */
  enum Status {
    waiting
  }

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only messages in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  public RetryCommand() {
    this(CommandContext.real());
  }

  public RetryCommand(CommandContext context) {
    super(
        context,
        new Action(
            "retried", false, MessageCalls::retry, MessageCalls::retryAll, MessageCalls::retryJob));
  }

  @Override
  @Nullable Enum<?> status() {
    return status;
  }
}
