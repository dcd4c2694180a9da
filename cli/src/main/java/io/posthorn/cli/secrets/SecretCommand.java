package io.posthorn.cli.secrets;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code posthorn secret}. */
@Command(
    name = "secret",
    description = "Shows, sets or rotates the signing secret of an endpoint.",
    mixinStandardHelpOptions = true,
    subcommands = {ShowSecretCommand.class, SetSecretCommand.class, RotateSecretCommand.class},
    footer = {
      "",
      "Examples:",
      "  posthorn secret show ep_...",
      "  posthorn secret rotate ep_... --overlap 7d",
      "  posthorn secret set ep_... - < secret.txt"
    })
public final class SecretCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: use show, set or rotate.");
  }
}
