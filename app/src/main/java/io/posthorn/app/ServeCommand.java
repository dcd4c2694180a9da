package io.posthorn.app;

import io.posthorn.app.boot.PosthornServer;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.logging.Level;
import java.util.logging.Logger;
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
  /**
   * Helidon's logger, whose startup messages are suppressed; referenced so that its level is not
   * garbage-collected.
   */
  private static final Logger WEB_SERVER = Logger.getLogger("io.helidon");

  /**
   * Kafka's logger, whose warnings are for developers; Posthorn reports what operators need to
   * know.
   */
  private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

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
    PrintWriter err = spec.commandLine().getErr();
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
    WEB_SERVER.setLevel(Level.WARNING);
    KAFKA.setLevel(Level.OFF); // start errors are reported in one line
    Settings settings = configuration.settings();
    StopSignal.endsWithZero();
    PosthornServer node = PosthornServer.open(configuration, Version.number(), System.out);
    Thread stop = new Thread(() -> stop(node), "posthorn-stop");
    // Registered before the start: taking over shards can take minutes, and must stop gracefully
    // too.
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      node.begin();
    } catch (RuntimeException e) {
      if (!takenBack(stop)) {
        return 0; // stopped by a signal; the shutdown hook reports the result
      }
      throw e;
    }
    KAFKA.setLevel(Level.SEVERE);
    greet(settings, node);
    node.awaitEnd();
    return 0;
  }

  private static boolean takenBack(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false; // the hook is already running
    }
  }

  private void stop(PosthornServer node) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Stopping: new calls are refused, requests in flight may finish.");
    out.flush();
    node.close();
    out.println("Stopped.");
    out.flush();
  }

  private void greet(Settings settings, PosthornServer node) {
    PrintWriter out = spec.commandLine().getOut();
    String address = ServerAddress.of(settings.http(), node.port());
    out.println("Posthorn is ready at " + address + " (data in " + settings.data().dir() + ")");
    out.println("Console  " + address + "/");
    if (settings.ops().port() != null) {
      out.println("Health and metrics are on port " + node.opsPort());
    }
    if (development) {
      out.println("Development mode: http and loopback targets are allowed. Not for production.");
    }
    node.newKey().ifPresent(key -> showKey(settings, address, key, out));
    if (node.newKey().isEmpty()) {
      ServerAddress.variable(address).ifPresent(line -> out.println("Commands " + line));
    }
    out.flush();
  }

  /** Prints the key on a terminal only; otherwise it would end up in a log. */
  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null without a terminal
  private void showKey(Settings settings, String address, KeyText key, PrintWriter out) {
    if (System.console() == null) {
      Path file = settings.data().dir().resolve("admin.key");
      try {
        KeyFile.writePrivately(file, key.clear() + System.lineSeparator());
        out.println("The admin key was written to " + file);
        ServerAddress.variable(address).ifPresent(line -> out.println("Commands " + line));
      } catch (IOException e) {
        throw new StartException("The admin key could not be written to " + file + ".", e);
      }
      return;
    }
    out.println();
    out.println("Admin key (shown only once): " + key.clear());
    out.println();
    ServerAddress.variable(address).ifPresent(line -> out.println("  " + line));
    out.println("  export POSTHORN_KEY=" + key.clear());
    out.println("  curl -s " + address + "/api/v1/subscriptions \\");
    out.println("    -H \"Authorization: Bearer $POSTHORN_KEY\" \\");
    out.println(
        "    -d '{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\","
            + "\"url\":\"http://127.0.0.1:9000/\"}'");
  }
}
