package io.posthorn.cli.messages;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.DurationOption;
import io.posthorn.cli.terminal.TextTable;
import io.posthorn.cli.terminal.TextTable.Column;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PagedList;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageSummary;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code posthorn messages}. */
@Command(
    name = "messages",
    description = "Lists messages, the newest first.",
    footer = {
      "",
      "Examples:",
      "  posthorn messages --status dropped --since 24h",
      "  posthorn messages --endpoint ep_0123456789abcdefghjkmnpqrs --limit 200",
      "  posthorn why msg_...                 (why one of them waits)"
    })
public final class MessagesCommand extends ApiCommand {
  @Mixin private MessageOptions selected = new MessageOptions();

  @Mixin private MessageStateOptions state = new MessageStateOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Only messages accepted within this time, such as 2h.")
  private @Nullable Duration since;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "The maximum number of rows; default ${DEFAULT-VALUE}.")
  private int limit;

  public MessagesCommand() {
    this(CommandContext.real());
  }

  public MessagesCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    if (limit < 1) {
      throw usage("--limit must be at least 1.");
    }
    Instant from = since == null ? null : times().now().minus(since);
    PagedList<MessageSummary> messages =
        posthorn
            .messages()
            .list(state.addTo(selected.filter()).from(from).build())
            .pageSize(PagedList.MAX_PAGE_SIZE)
            .limit(limit);
    if (json()) {
      messages.pages().forEach(page -> out().println(response()));
    } else {
      print(messages);
    }
    return DONE;
  }

  private void print(PagedList<MessageSummary> messages) {
    TimeText times = times();
    TextTable table =
        new TextTable(
            Column.text("ID"),
            Column.text("ACCEPTED"),
            Column.wide("EVENT"),
            Column.number("TRIED"),
            Column.text("STATUS"),
            Column.wide("NEXT"));
    for (MessageSummary message : messages) {
      table.row(
          message.id(),
          times.at(message.acceptedAt()),
          MessageText.subject(message),
          String.valueOf(message.attemptCount()),
          message.statusName(),
          MessageText.next(message, times));
    }
    if (table.isEmpty()) {
      out().println("No messages match.");
    } else {
      table.print(out());
    }
  }
}
