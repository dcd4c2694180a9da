package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn endpoints show}. */
@Command(
    name = "show",
    description = {
      "Shows an endpoint.",
      "",
      "Its circuit, its last error, its waiting messages, and its distance to each rule that would",
      "disable or freeze it."
    },
    footer = {"", "Examples:", "  posthorn endpoints show ep_0123456789abcdefghjkmnpqrs"})
public final class ShowEndpointCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The endpoint.")
  private String id = "";

  public ShowEndpointCommand() {
    this(CommandContext.real());
  }

  public ShowEndpointCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    EndpointDetails endpoint = posthorn.endpoints().get(id);
    print(() -> new EndpointText(endpoint, times()).lines());
    return DONE;
  }
}
