package io.posthorn.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code posthorn keys}. */
@Command(
    name = "keys",
    description = "Makes, lists and revokes API keys.",
    mixinStandardHelpOptions = true,
    subcommands = {KeysCreate.class, KeysList.class, KeysRevoke.class},
    footer = {
      "",
      "Examples:",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys list",
      "  posthorn keys revoke key_..."
    })
final class Keys implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: create, list or revoke.");
  }
}
