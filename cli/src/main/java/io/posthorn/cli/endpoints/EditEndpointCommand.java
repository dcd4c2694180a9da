package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.request.EndpointUpdate;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn endpoints edit}. */
@Command(
    name = "edit",
    description = {
      "Changes the limits and options of an endpoint.",
      "",
      "Only the given options change, from the next attempt on. An empty text resets one to the",
      "server's default."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn endpoints edit ep_... --max-per-second 50 --timeout 10s",
      "  posthorn endpoints edit ep_... --retry '5s, 30s, 2m, 10m, 1h' --final-statuses 400,410",
      "  posthorn endpoints edit ep_... --retry '' --max-per-second ''",
      "  posthorn endpoints edit ep_... --header 'X-Api-Key: -' < key.txt",
      "  posthorn endpoints edit ep_... --client-certificate client.pem --client-key client.key",
      "  posthorn endpoints edit ep_... --oauth2-token-url https://login.example/token \\",
      "    --oauth2-client-id posthorn --oauth2-client-secret - < secret.txt"
    })
public final class EditEndpointCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The endpoint: ep_...")
  private String id = "";

  @Mixin private EndpointFields fields = new EndpointFields();

  @Mixin private EndpointAuthFields auth = new EndpointAuthFields();

  public EditEndpointCommand() {
    this(CommandContext.real());
  }

  public EditEndpointCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    checkId(id, "ep_", "endpoint", "posthorn endpoints");
    EndpointUpdate.Builder builder = EndpointUpdate.builder();
    try {
      fields.addTo(builder, this::valueOrInput);
      auth.addTo(builder, this::valueOrInput);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
    EndpointUpdate update = builder.build();
    if (update.fields().isEmpty()) {
      throw usage("Nothing to change: give at least one option, such as --timeout or --retry.");
    }
    EndpointDetails edited = posthorn.endpoints().update(id, update);
    print(() -> new EndpointText(edited, times()).lines());
    return DONE;
  }

  @Override
  protected Map<String, String> flagNames() {
    return EndpointAuthFields.FLAG_NAMES;
  }
}
