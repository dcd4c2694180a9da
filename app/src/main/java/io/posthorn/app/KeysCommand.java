package io.posthorn.app;

import io.posthorn.cli.keys.ListKeysCommand;
import io.posthorn.cli.keys.RevokeKeyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code posthorn keys}. */
@Command(
    name = "keys",
    description = "Creates, lists and revokes API keys.",
    mixinStandardHelpOptions = true,
    subcommands = {CreateAdminKeyCommand.class, ListKeysCommand.class, RevokeKeyCommand.class},
    footer = {
      "",
      "Examples:",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys list",
      "  posthorn keys revoke key_..."
    })
final class KeysCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: use create, list or revoke.");
  }
}
