package io.posthorn.cli.keys;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn keys revoke}. */
@Command(
    name = "revoke",
    description = "Revokes a key. Calls with it are refused from then on.",
    footer = {"", "Examples:", "  posthorn keys revoke key_..."})
public final class RevokeKeyCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The key's ID, as shown by posthorn keys list.")
  private String id = "";

  public RevokeKeyCommand() {
    this(CommandContext.real());
  }

  public RevokeKeyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    posthorn.keys().revoke(id);
    print(id + " is revoked.");
    return DONE;
  }
}
