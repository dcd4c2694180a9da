package io.posthorn.cli.secrets;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Command;

/** The command {@code posthorn secret show}. */
@Command(
    name = "show",
    description = "Shows the signing secret of an endpoint; needs a manager's key.",
    footer = {
      "",
      "Examples:",
      "  posthorn secret show ep_0123456789abcdefghjkmnpqrs",
      "  posthorn listen --secret \"$(posthorn secret show ep_...)\""
    })
public final class ShowSecretCommand extends EndpointSecretCommand {
  public ShowSecretCommand() {
    this(CommandContext.real());
  }

  public ShowSecretCommand(CommandContext context) {
    super(context);
  }

  @Override
  void run(PosthornClient posthorn, String endpoint) {
    print(posthorn.endpoints().secret(endpoint));
  }
}
