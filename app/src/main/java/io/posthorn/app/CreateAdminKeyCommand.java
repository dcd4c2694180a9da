package io.posthorn.app;

import io.posthorn.app.boot.CommandLog;
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
 * The command {@code posthorn keys create}. It uses a running server; an admin key can also be
 * created in the store of a stopped one.
 */
@Command(
    name = "create",
    description = {
      "Creates a key and prints it. It is shown only once: the server stores only its hash.",
      "",
      "Roles: admin (everything), manager (everything except administration), producer (posts"
          + " events),",
      "viewer (reads everything except secrets).",
      "",
      "Without --url and --key, --admin creates the key in the store in data.dir of a stopped",
      "server. Use it if you have lost the last admin key."
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
      description = "The settings file (YAML) of the stopped server, for --admin.")
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
      throw usage("--config is only for --admin on a stopped server.");
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
      StoppedStore.MadeKey made;
      try (CommandLog _ = CommandLog.open(settings.log().format())) {
        made =
            new StoppedStore(settings, context.clock())
                .createAdminKey(keyName(), expiresAt == null ? 0 : expiresAt.toEpochMilli());
      }
      print(made.text().clear(), made.key().id(), "admin", KeyDetails.ALL_CUSTOMERS);
      return DONE;
    } catch (SettingsException | StartException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }
}
