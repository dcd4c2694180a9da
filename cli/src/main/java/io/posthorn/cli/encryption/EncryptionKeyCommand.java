package io.posthorn.cli.encryption;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code posthorn encryption-key}. */
@Command(
    name = "encryption-key",
    description = {
      "Shows whether secrets still need a previous encryption key.",
      "",
      "OPERATIONS.md describes the steps to replace the key."
    },
    subcommands = ReencryptCommand.class,
    footer = {"", "Examples:", "  posthorn encryption-key", "  posthorn encryption-key re-encrypt"})
public final class EncryptionKeyCommand extends ApiCommand {
  public EncryptionKeyCommand() {
    this(CommandContext.real());
  }

  public EncryptionKeyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    boolean needed = posthorn.server().encryptionKey().previousNeeded();
    print(
        () ->
            List.of(
                needed
                    ? "Stored secrets may need a previous key; run posthorn encryption-key re-encrypt."
                    : "All stored secrets are encrypted with the current key."));
    return DONE;
  }
}
