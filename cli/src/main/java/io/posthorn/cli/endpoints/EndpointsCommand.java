package io.posthorn.cli.endpoints;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointDetails;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn endpoints}. */
@Command(
    name = "endpoints",
    description = {
      "Lists endpoints, or shows or edits one of them.",
      "",
      "For one endpoint: its circuit, its last error, its waiting messages, and its distance to each",
      "rule that would disable or freeze it."
    },
    subcommands = {
      ListEndpointsCommand.class,
      ShowEndpointCommand.class,
      EditEndpointCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  posthorn endpoints",
      "  posthorn endpoints --status frozen",
      "  posthorn endpoints ep_0123456789abcdefghjkmnpqrs",
      "  posthorn endpoints edit ep_... --retry '5s, 30s, 2m' --final-statuses 400,410"
    })
public final class EndpointsCommand extends EndpointListCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this endpoint.")
  private @Nullable String id;

  public EndpointsCommand() {
    this(CommandContext.real());
  }

  public EndpointsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    return showOrList(id, shown -> show(posthorn, shown), posthorn);
  }

  private void show(PosthornClient posthorn, String shown) {
    checkId(shown, "ep_", "endpoint", "posthorn endpoints");
    EndpointDetails endpoint = posthorn.endpoints().get(shown);
    print(() -> new EndpointText(endpoint, times()).lines());
  }
}
