package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn pause}. */
@Command(
    name = "pause",
    description = {
      "Pauses an endpoint: its messages are held until it is enabled.",
      "",
      "A message that is held beyond the end of its retry schedule is dropped."
    },
    footer = {"", "Examples:", "  posthorn pause ep_0123456789abcdefghjkmnpqrs"})
public final class PauseCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The endpoint.")
  private String id = "";

  public PauseCommand() {
    this(CommandContext.real());
  }

  public PauseCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    String state = new EndpointText(posthorn.endpoints().pause(id), times()).state();
    out().println(json() ? response() : Printable.line(id + ": " + state));
    return DONE;
  }
}
