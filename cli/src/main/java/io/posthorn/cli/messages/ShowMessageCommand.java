package io.posthorn.cli.messages;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn messages show}. */
@Command(
    name = "show",
    description = "Shows a message with its attempts.",
    footer = {"", "Examples:", "  posthorn messages show msg_0123456789abcdefghjkmnpqrs1"})
public final class ShowMessageCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The message ID (msg_...), which is its webhook-id.")
  private String id = "";

  public ShowMessageCommand() {
    this(CommandContext.real());
  }

  public ShowMessageCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    checkMessageId(id);
    MessageDetails message = posthorn.messages().get(id);
    print(() -> MessageLines.of(message, times()));
    return DONE;
  }
}
