package io.posthorn.app;

import io.posthorn.app.boot.RestoredStore;
import io.posthorn.cli.CommandContext;
import io.posthorn.engine.StartException;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code posthorn restore}. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Puts a backup in the place of a stopped server's store.",
      "",
      "The backup stays as it is. The encryption key is not in it: it has to be in its place",
      "before."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn restore /mnt/backups/20261115-101500-000 --config posthorn.yaml",
      "  posthorn restore data/backups/before-upgrade --force"
    })
final class RestoreCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "BACKUP", description = "The directory of the backup.")
  private Path backup = Path.of("");

  @Option(names = "--config", paramLabel = "FILE", description = "The settings (YAML).")
  private @Nullable Path config;

  @Option(names = "--force", description = "Moves a store that is there aside.")
  private boolean force;

  RestoreCommand() {
    this(CommandContext.real());
  }

  RestoreCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Settings settings = Configuration.load(config, context.environment()).settings();
      Path aside = new RestoredStore(settings, context.clock()).restore(backup, force);
      out.println("The store in " + settings.data().dir() + " is that of " + backup + " now.");
      if (aside != null) {
        out.println("The one before is in " + aside + "; delete it when all is well.");
      }
      out.println(
          "Start the server. What was accepted after the backup is not in it and has to be posted"
              + " again; what was delivered after it may be delivered again.");
      out.flush();
      return 0;
    } catch (SettingsException | StartException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(e.getMessage());
      err.flush();
      return 1;
    }
  }
}
