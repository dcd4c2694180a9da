package io.posthorn.app;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.keys.KeyListCommand;
import io.posthorn.cli.keys.ListKeysCommand;
import io.posthorn.cli.keys.RevokeKeyCommand;
import picocli.CommandLine.Command;

/** The command {@code posthorn keys}. */
@Command(
    name = "keys",
    description = "Lists API keys, or creates or revokes one.",
    subcommands = {CreateAdminKeyCommand.class, ListKeysCommand.class, RevokeKeyCommand.class},
    footer = {
      "",
      "Examples:",
      "  posthorn keys",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys revoke key_..."
    })
final class KeysCommand extends KeyListCommand {
  KeysCommand() {
    super(CommandContext.real());
  }
}
