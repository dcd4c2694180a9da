package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageDetails;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn messages}. */
@Command(
    name = "messages",
    description = "Lists messages, the newest first, or shows one of them.",
    subcommands = {ListMessagesCommand.class, ShowMessageCommand.class},
    footer = {
      "",
      "Examples:",
      "  posthorn messages --status dropped --since 24h",
      "  posthorn messages --outcome 5xx --ended-since 10:00",
      "  posthorn messages --endpoint ep_0123456789abcdefghjkmnpqrs --limit 200",
      "  posthorn messages msg_...            (one of them with its attempts)"
    })
public final class MessagesCommand extends MessageListCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this message.")
  private @Nullable String id;

  public MessagesCommand() {
    this(CommandContext.real());
  }

  public MessagesCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    return showOrList(id, shown -> show(posthorn, shown), posthorn);
  }

  private void show(PosthornClient posthorn, String shown) {
    checkMessageId(shown);
    MessageDetails message = posthorn.messages().get(shown);
    print(() -> MessageLines.of(message, times()));
  }
}
