package io.posthorn.cli.endpoints;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.PauseStatus;
import picocli.CommandLine.Command;

/** The command {@code posthorn resume}. */
@Command(
    name = "resume",
    description = {
      "Resumes a paused endpoint, or all delivery.",
      "",
      "The circuit stays as it is: posthorn enable also ends disabled and frozen. --all ends the",
      "delivery pause: of one customer with --customer, else of all customers."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn resume ep_0123456789abcdefghjkmnpqrs",
      "  posthorn resume --all --customer acme",
      "  posthorn resume --all"
    })
public final class ResumeCommand extends DeliveryCommand {
  public ResumeCommand() {
    this(CommandContext.real());
  }

  public ResumeCommand(CommandContext context) {
    super(context);
  }

  @Override
  String one(PosthornClient posthorn, String endpoint) {
    return new EndpointText(posthorn.endpoints().resume(endpoint), times()).state();
  }

  @Override
  PauseStatus all(PosthornClient posthorn, Scope scope) {
    return scope.resume(posthorn);
  }
}
