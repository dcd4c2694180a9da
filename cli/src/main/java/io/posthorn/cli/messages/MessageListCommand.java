package io.posthorn.cli.messages;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.ListCommand;
import io.posthorn.cli.options.AcceptedOptions;
import io.posthorn.cli.options.EndedOptions;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.MessageFilter;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The base of the commands that list messages. */
abstract class MessageListCommand extends ListCommand {
  /** The states of a message; picocli shows these names. */
  enum Status {
    waiting,
    inFlight,
    delivered,
    dropped,
    cancelled
  }

  @Mixin private MessageOptions selected = new MessageOptions();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only messages in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  @Mixin private AcceptedOptions accepted = new AcceptedOptions();
  @Mixin private EndedOptions ended = new EndedOptions();

  MessageListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final boolean isFiltered() {
    return selected.isAnySet() || status != null || accepted.isAnySet() || ended.isAnySet();
  }

  @Override
  protected void list(PosthornClient posthorn) {
    Clock clock = context.clock();
    MessageFilter filter =
        selected
            .filter()
            .statusName(status == null ? null : status.name())
            .from(accepted.from(clock))
            .to(accepted.to(clock))
            .endedFrom(ended.from(clock))
            .endedTo(ended.to(clock))
            .build();
    print(
        page(posthorn.messages().list(filter)),
        new Listing<>(
            "No messages match.",
            List.of(
                Column.text("ID"),
                Column.text("ACCEPTED"),
                Column.wide("EVENT"),
                Column.number("TRIED"),
                Column.state("STATUS"),
                Column.outcome("LAST"),
                Column.wide("NEXT"),
                Column.rest("URL")),
            this::cells));
  }

  private List<String> cells(MessageSummary message) {
    return List.of(
        message.id(),
        times().at(message.acceptedAt()),
        MessageText.subject(message),
        String.valueOf(message.attemptCount()),
        message.statusName(),
        MessageText.lastOutcome(message),
        MessageText.next(message, times()),
        Objects.requireNonNullElse(message.url(), "-"));
  }
}
