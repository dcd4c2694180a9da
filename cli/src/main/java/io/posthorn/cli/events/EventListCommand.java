package io.posthorn.cli.events;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.ListCommand;
import io.posthorn.cli.options.AcceptedOptions;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EventSummary;
import io.posthorn.client.request.EventFilter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The base of the commands that list events. */
abstract class EventListCommand extends ListCommand {
  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      description = "Only events with this object code.")
  private @Nullable String objCode;

  @Option(names = "--event-type", paramLabel = "TYPE", description = "Only events of this type.")
  private @Nullable String eventType;

  @Option(names = "--obj-id", paramLabel = "ID", description = "Only events about this object.")
  private @Nullable String objId;

  @ArgGroup private Matching matching = new Matching();
  @Mixin private AcceptedOptions accepted = new AcceptedOptions();

  /** The options that select events by whether a subscription matched. */
  static final class Matching {
    @Option(names = "--matched", description = "Only events that matched a subscription.")
    boolean matched;

    @Option(names = "--unmatched", description = "Only events that matched no subscription.")
    boolean unmatched;

    @Nullable Boolean wanted() {
      return (matched || unmatched) ? matched : null;
    }
  }

  EventListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final boolean isFiltered() {
    return Stream.of(objCode, eventType, objId, matching.wanted()).anyMatch(Objects::nonNull)
        || accepted.isAnySet();
  }

  @Override
  protected void list(PosthornClient posthorn) {
    EventFilter filter =
        EventFilter.builder()
            .objCode(objCode)
            .eventType(eventType)
            .objId(objId)
            .matched(matching.wanted())
            .from(accepted.from(context.clock()))
            .to(accepted.to(context.clock()))
            .build();
    print(
        page(posthorn.events().list(filter)),
        new Listing<>(
            "No events match.",
            List.of(
                Column.text("ID"),
                Column.text("ACCEPTED"),
                Column.wide("EVENT"),
                Column.wide("MESSAGES")),
            this::cells));
  }

  private List<String> cells(EventSummary event) {
    return List.of(
        event.id(),
        times().at(event.acceptedAt()),
        EventLines.subject(event),
        EventLines.messages(event));
  }
}
