package io.posthorn.app;

import io.posthorn.app.boot.LibraryLog;
import io.posthorn.app.boot.LogWriter;
import io.posthorn.app.boot.PosthornServer;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Starts the server.",
    footer = {
      "",
      "Examples:",
      "  posthorn serve --dev               for development: allows http and loopback targets",
      "  posthorn serve --config posthorn.yaml"
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--config", paramLabel = "FILE", description = "The settings file (YAML).")
  private @Nullable Path config;

  @Option(
      names = "--dev",
      description =
          "Development mode: allows http and loopback targets, and listens on loopback only.")
  private boolean development;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr(); // before the log takes over stderr
    try {
      return serve(
          development
              ? Configuration.loadForDevelopment(config, System.getenv())
              : Configuration.load(config, System.getenv()));
    } catch (SettingsException | StartException e) {
      err.println(e.getMessage());
    } catch (CompletionException e) {
      err.println("The server failed: " + e.getCause());
    }
    return 1;
  }

  private int serve(Configuration configuration) {
    Settings settings = configuration.settings();
    LogWriter log = new LogWriter(settings.log().format(), System.out);
    LibraryLog.install(log);
    SigtermHandler.exitWithZero();
    StartupMessages announcements =
        new StartupMessages(settings, development, spec.commandLine().getOut(), log);
    PosthornServer node = PosthornServer.open(configuration, Version.number(), log);
    Thread stop = new Thread(() -> stop(node, announcements), "posthorn-stop");
    // Registered before the start: taking over shards can take minutes, and must stop gracefully
    // too.
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      node.begin();
    } catch (RuntimeException e) {
      if (!removeHook(stop)) {
        return 0; // stopped by a signal; the shutdown hook reports the result
      }
      throw e;
    }
    announcements.ready(node);
    node.awaitEnd();
    return 0;
  }

  private static boolean removeHook(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false; // the hook is already running
    }
  }

  private static void stop(PosthornServer node, StartupMessages announcements) {
    announcements.stopping();
    node.close();
    announcements.stopped();
  }
}
