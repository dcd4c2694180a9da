package io.posthorn.app;

import io.posthorn.app.boot.StoppedStore;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.keys.CreateKeyCommand;
import io.posthorn.client.model.KeyDetails;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code posthorn keys create}, by way of a running server; an admin's key can be made
 * on a stopped store as well.
 */
@Command(
    name = "create",
    description = {
      "Makes a key and prints it. It is shown this once: the server keeps only its hash.",
      "",
      "Roles: admin (everything), manager (all of its customer), producer (may only post events),",
      "viewer (reads, no secrets).",
      "",
      "Where neither a server nor a key is named, --admin makes the key on the stopped store of",
      "data.dir: for whoever has no admin key any more."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys create --role viewer --scope acme --expires-in 30d",
      "  posthorn keys create --admin --config posthorn.yaml     while the server is stopped"
    })
final class CreateAdminKeyCommand extends CreateKeyCommand {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The settings (YAML) of the stopped server, for --admin.")
  private @Nullable Path config;

  CreateAdminKeyCommand() {
    this(CommandContext.real());
  }

  CreateAdminKeyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected boolean needsServer() {
    if (config != null && !isAdmin()) {
      throw usage("--config is for --admin on a stopped store: leave it out.");
    }
    return !isAdmin()
        || (config == null && options().nameServer(context.environment()))
        || hasScope();
  }

  @Override
  protected int runWithoutServer() throws CommandFailedException {
    try {
      Settings settings = Configuration.load(config, context.environment()).settings();
      Instant expiresAt = expiresAt();
      StoppedStore.MadeKey made =
          new StoppedStore(settings, context.clock())
              .createAdminKey(keyName(), expiresAt == null ? 0 : expiresAt.toEpochMilli());
      print(made.text().clear(), made.key().id(), "admin", KeyDetails.ALL_CUSTOMERS);
      return DONE;
    } catch (SettingsException | StartException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }
}
