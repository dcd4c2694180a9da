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
      "  posthorn serve --dev               on this machine: http and loopback targets allowed",
      "  posthorn serve --config posthorn.yaml"
    })
final class ServeCommand implements Callable<Integer> {
  /** Its own words at the start are of no use to anybody here; kept, so that they stay unsaid. */
  private static final Logger WEB_SERVER = Logger.getLogger("io.helidon");

  /** Its warnings are for those who write programs; what an operator must know we say ourselves. */
  private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--config", paramLabel = "FILE", description = "The settings (YAML).")
  private @Nullable Path config;

  @Option(
      names = "--dev",
      description =
          "For trying out: allows http and loopback targets, and listens on loopback only.")
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
      err.println("The server has failed: " + e.getCause());
    }
    return 1;
  }

  private int serve(Configuration configuration) {
    WEB_SERVER.setLevel(Level.WARNING);
    KAFKA.setLevel(Level.OFF); // what keeps us from starting is told in one line
    Settings settings = configuration.settings();
    StopSignal.endsWithZero();
    PosthornServer node = PosthornServer.open(configuration, Version.number(), System.out);
    Thread stop = new Thread(() -> stop(node), "posthorn-stop");
    // Before it begins: taking shards over can take minutes, and must end in good order too.
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      node.begin();
    } catch (RuntimeException e) {
      if (!takenBack(stop)) {
        return 0; // it was told to stop, and whoever did so says how that went
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
      return false; // it runs
    }
  }

  private void stop(PosthornServer node) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Stopping: no more calls are taken, and what is in flight may finish.");
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
      out.println("Development: http and loopback targets are allowed; do not use it in earnest.");
    }
    node.newKey().ifPresent(key -> showKey(settings, address, key, out));
    if (node.newKey().isEmpty()) {
      ServerAddress.variable(address).ifPresent(line -> out.println("Commands " + line));
    }
    out.flush();
  }

  /** On a terminal the key is shown this once; elsewhere it must not end up in a log. */
  @SuppressWarnings("SystemConsoleNull") // on 25 it is null again where there is no terminal
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
    out.println("Admin key (shown this once): " + key.clear());
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
