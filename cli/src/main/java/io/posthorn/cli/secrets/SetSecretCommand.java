package io.posthorn.cli.secrets;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn secret set}. */
@Command(
    name = "set",
    description = {
      "Replaces the signing secret of an endpoint at once, or the private key of its signatures v1a.",
      "",
      "To give receivers time to change, use posthorn secret rotate instead."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn secret set ep_... - < secret.txt",
      "  posthorn secret set ep_... whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    })
public final class SetSecretCommand extends EndpointSecretCommand {
  @Parameters(
      index = "1",
      paramLabel = "SECRET",
      description =
          "The secret (whsec_...) or private key (whsk_...), or - for standard input, which other"
              + " users cannot see.")
  private String secret = "";

  public SetSecretCommand() {
    this(CommandContext.real());
  }

  public SetSecretCommand(CommandContext context) {
    super(context);
  }

  @Override
  void run(PosthornClient posthorn, String endpoint) {
    String clear = valueOrInput(secret);
    var _ = posthorn.endpoints().setSecret(endpoint, clear);
    String kind = clear.startsWith("whsk_") ? "private key" : "secret";
    print("%s signs with the new %s from its next attempt on.".formatted(endpoint, kind));
  }
}
