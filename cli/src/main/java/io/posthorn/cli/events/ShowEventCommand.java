package io.posthorn.cli.events;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EventDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn events show}. */
@Command(
    name = "show",
    description = "Shows an event with its states and messages.",
    footer = {"", "Examples:", "  posthorn events show order-17-v3"})
public final class ShowEventCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The event's ID.")
  private String id = "";

  public ShowEventCommand() {
    this(CommandContext.real());
  }

  public ShowEventCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    EventDetails event = posthorn.events().get(id);
    print(() -> EventLines.of(event, times()));
    return DONE;
  }
}
