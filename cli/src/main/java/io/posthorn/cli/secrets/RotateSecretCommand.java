package io.posthorn.cli.secrets;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.DurationOption;
import io.posthorn.client.PosthornClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn secret rotate}. */
@Command(
    name = "rotate",
    description = {
      "Creates a new signing secret for an endpoint and prints it.",
      "",
      "During the overlap each message has a signature from each secret, so receivers can switch at",
      "any time."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn secret rotate ep_...",
      "  posthorn secret rotate ep_... --overlap 7d"
    })
public final class RotateSecretCommand extends EndpointSecretCommand {
  @Option(
      names = "--overlap",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "The time for which the old secret also signs; default: 24h.")
  private @Nullable Duration overlap;

  public RotateSecretCommand() {
    this(CommandContext.real());
  }

  public RotateSecretCommand(CommandContext context) {
    super(context);
  }

  @Override
  void run(PosthornClient posthorn, String endpoint) {
    print(
        overlap == null
            ? posthorn.endpoints().rotateSecret(endpoint)
            : posthorn.endpoints().rotateSecret(endpoint, overlap));
  }
}
