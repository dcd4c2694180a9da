package io.posthorn.cli.events;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EventDetails;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn events}. */
@Command(
    name = "events",
    description = "Lists events, the newest first, or shows one of them.",
    subcommands = {ListEventsCommand.class, ShowEventCommand.class},
    footer = {
      "",
      "Examples:",
      "  posthorn events --obj-id 42 --since 24h",
      "  posthorn events --unmatched",
      "  posthorn events order-17-v3"
    })
public final class EventsCommand extends EventListCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this event.")
  private @Nullable String id;

  public EventsCommand() {
    this(CommandContext.real());
  }

  public EventsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    return showOrList(id, shown -> show(posthorn, shown), posthorn);
  }

  private void show(PosthornClient posthorn, String shown) {
    EventDetails event = posthorn.events().get(shown);
    print(() -> EventLines.of(event, times()));
  }
}
