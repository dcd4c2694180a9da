package io.posthorn.cli.messages;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn why}. */
@Command(
    name = "why",
    description = "Explains what happened to a message and what comes next.",
    footer = {"", "Examples:", "  posthorn why msg_0123456789abcdefghjkmnpqrs1"})
public final class WhyCommand extends ApiCommand {
  @Parameters(
      paramLabel = "MESSAGE",
      description = "The message ID (msg_...), which is its webhook-id.")
  private String id = "";

  public WhyCommand() {
    this(CommandContext.real());
  }

  public WhyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    checkMessageId(id);
    MessageDetails message = posthorn.messages().get(id);
    print(new MessageText(message, times()).sentence());
    return DONE;
  }
}
