package io.posthorn.app;

import io.posthorn.app.boot.CommandLog;
import io.posthorn.app.boot.RestoredStore;
import io.posthorn.cli.CommandContext;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code posthorn restore}. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Restores a stopped server's store from a backup.",
      "",
      "The backup is not changed. It does not contain the encryption key: put the key in place",
      "first."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn restore /mnt/backups/20261115-101500-000 --config posthorn.yaml",
      "  posthorn restore data/backups/before-upgrade --force",
      "  ssh backup-host 'cat posthorn.zip' | posthorn restore --from -"
    })
final class RestoreCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "BACKUP", arity = "0..1", description = "The backup's directory.")
  private @Nullable Path backup;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "A backup as one file (backup --to), instead of BACKUP; - for standard input.")
  private @Nullable String file;

  @Option(names = "--config", paramLabel = "FILE", description = "The settings file (YAML).")
  private @Nullable Path config;

  @Option(names = "--force", description = "Move an existing store aside.")
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
    PrintWriter err = spec.commandLine().getErr();
    if ((backup == null) == (file == null)) {
      throw new ParameterException(spec.commandLine(), "Give either BACKUP or --from.");
    }
    try {
      Settings settings = Configuration.load(config, context.environment()).settings();
      Path aside = restore(settings);
      String source =
          "-".equals(file) ? "standard input" : String.valueOf(backup == null ? file : backup);
      out.println("Restored the store in " + settings.data().dir() + " from " + source + ".");
      if (aside != null) {
        out.println(
            "The previous store is in " + aside + "; delete it when you no longer need it.");
      }
      out.println(
          "Now start the server, and post again the events that it accepted after the backup; messages that"
              + " were delivered after the backup may be delivered again.");
      out.flush();
      return 0;
    } catch (SettingsException | StartException e) {
      err.println(e.getMessage());
      err.flush();
      return 1;
    }
  }

  private @Nullable Path restore(Settings settings) {
    try (CommandLog _ = CommandLog.open(settings.log().format())) {
      return restore(new RestoredStore(settings, context.clock()));
    }
  }

  private @Nullable Path restore(RestoredStore store) {
    if (backup != null) {
      return store.restore(backup, force);
    }
    if ("-".equals(file)) {
      return store.restore(context.input(), "standard input", force);
    }
    try (InputStream in =
        new BufferedInputStream(Files.newInputStream(Path.of(String.valueOf(file))))) {
      return store.restore(in, String.valueOf(file), force);
    } catch (IOException e) {
      throw new StartException("The file " + file + " cannot be read.", e);
    }
  }
}
