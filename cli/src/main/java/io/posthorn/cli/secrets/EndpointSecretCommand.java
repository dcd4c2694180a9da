package io.posthorn.cli.secrets;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointSecret;
import io.posthorn.client.model.EndpointSecret.PreviousSecret;
import picocli.CommandLine.Parameters;

/** The base of commands about the signing secret of an endpoint. */
abstract class EndpointSecretCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ENDPOINT", description = "The endpoint's ID.")
  private String endpoint = "";

  EndpointSecretCommand(CommandContext context) {
    super(context);
  }

  abstract void run(PosthornClient posthorn, String endpointId);

  @Override
  protected final int run(PosthornClient posthorn) {
    checkId(endpoint, "ep_", "endpoint", "posthorn endpoints");
    run(posthorn, endpoint);
    return DONE;
  }

  /** Prints only the secret to standard output, so that a script can capture it. */
  final void print(EndpointSecret secret) {
    print(secret.secret());
    if (isTable() && secret.previousSecrets() != null) {
      out().flush();
      for (PreviousSecret previous : secret.previousSecrets()) {
        err()
            .println(
                Printable.line(
                    "%s also signs until %s, %s."
                        .formatted(
                            previous.secret(),
                            times().at(previous.until()),
                            times().distance(previous.until()))));
      }
    }
  }
}
