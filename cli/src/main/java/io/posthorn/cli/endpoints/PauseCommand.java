package io.posthorn.cli.endpoints;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.options.ConfirmOptions;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.PauseStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code posthorn pause}. */
@Command(
    name = "pause",
    description = {
      "Pauses an endpoint, or all delivery.",
      "",
      "Its messages are held until it is resumed. A message that is held beyond the end of its retry",
      "schedule is dropped. --all is the delivery pause: of one customer with --customer, else of",
      "all customers."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn pause ep_0123456789abcdefghjkmnpqrs",
      "  posthorn pause --all --customer acme",
      "  posthorn pause --all --yes"
    })
public final class PauseCommand extends DeliveryCommand {
  @Mixin private ConfirmOptions confirmed = new ConfirmOptions();

  public PauseCommand() {
    this(CommandContext.real());
  }

  public PauseCommand(CommandContext context) {
    super(context);
  }

  @Override
  String one(PosthornClient posthorn, String endpoint) {
    return new EndpointText(posthorn.endpoints().pause(endpoint), times()).state();
  }

  @Override
  @Nullable PauseStatus all(PosthornClient posthorn, Scope scope) throws CommandFailedException {
    requireConfirmable(confirmed, "");
    if (!confirmed.yes()
        && !confirm(confirmed, "Pause delivery of %s?".formatted(scope.count(posthorn)))) {
      return null;
    }
    return scope.pause(posthorn);
  }
}
