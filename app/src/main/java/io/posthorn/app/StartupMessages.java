package io.posthorn.app;

import io.posthorn.app.boot.LogWriter;
import io.posthorn.app.boot.PosthornServer;
import io.posthorn.cli.ServerOptions;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.settings.HttpSettings;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.Settings.LogFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The lines that {@code serve} prints when the server is ready and when it stops: sentences for a
 * terminal, or events if the log is JSON.
 */
final class StartupMessages {
  private static final String STOPPING =
      "Stopping: new calls are refused, requests in flight may finish.";
  private static final String STOPPED = "Stopped.";

  private final Settings settings;
  private final boolean development;
  private final PrintWriter out;
  private final LogWriter log;
  private final boolean json;

  StartupMessages(Settings settings, boolean development, PrintWriter out, LogWriter log) {
    this.settings = settings;
    this.development = development;
    this.out = out;
    this.log = log;
    json = settings.log().format() == LogFormat.JSON;
  }

  void ready(PosthornServer server) {
    String address = address(settings.http(), server.port());
    String ready = "Posthorn is ready at " + address + " (data in " + settings.data().dir() + ")";
    if (json) {
      logReady(server, ready, address);
    } else {
      printReady(server, ready, address);
    }
  }

  /** The URL of a server that has just started. */
  static String address(HttpSettings http, int port) {
    String scheme = http.tls() == null ? "http" : "https";
    return scheme + "://" + http.address(port);
  }

  /** The shell command that points other commands at it; empty if it is their default. */
  static Optional<String> variable(String address) {
    return address.equals(ServerOptions.DEFAULT_URL)
        ? Optional.empty()
        : Optional.of("export POSTHORN_URL=" + address);
  }

  private void logReady(PosthornServer server, String ready, String address) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", ready);
    fields.put("address", address);
    if (settings.ops().port() != null) {
      fields.put("opsPort", server.opsPort());
    }
    fields.put("development", development);
    // Not even on a terminal: lines of JSON are read by programs, which keep them.
    server.newKey().ifPresent(key -> fields.put("adminKeyFile", writeKey(key)));
    log.write("started", fields);
  }

  private void printReady(PosthornServer server, String ready, String address) {
    out.println(ready);
    out.println("Console  " + console(server, address));
    if (settings.ops().port() != null) {
      out.println("Health and metrics are on port " + server.opsPort());
    }
    if (development) {
      out.println("Development mode: http and loopback targets are allowed. Not for production.");
    }
    server.newKey().ifPresent(key -> showKey(address, key));
    if (server.newKey().isEmpty()) {
      variable(address).ifPresent(line -> out.println("Commands " + line));
    }
    out.flush();
  }

  /** On a terminal of a development server, a link that logs in; anywhere else it would be kept. */
  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null without a terminal
  private String console(PosthornServer server, String address) {
    Optional<String> link = System.console() == null ? Optional.empty() : server.loginLink();
    return link.map(path -> address + path + "  (logs you in once, within 10 minutes)")
        .orElse(address + "/");
  }

  /** Prints the key on a terminal only; otherwise it would end up in a log. */
  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null without a terminal
  private void showKey(String address, ApiKeySecret key) {
    if (System.console() == null) {
      out.println("The admin key was written to " + writeKey(key));
      variable(address).ifPresent(line -> out.println("Commands " + line));
      return;
    }
    out.println();
    out.println("Admin key (shown only once): " + key.clear());
    out.println();
    variable(address).ifPresent(line -> out.println("  " + line));
    out.println("  export POSTHORN_KEY=" + key.clear());
    out.println(
        "  ./posthorn subscriptions create --obj-code TASK --event-type UPDATE --to"
            + " http://127.0.0.1:9000/");
  }

  private Path writeKey(ApiKeySecret key) {
    Path file = PosthornServer.adminKeyFile(settings);
    try {
      KeyFile.writePrivately(file, key.clear() + System.lineSeparator());
      return file;
    } catch (IOException e) {
      throw new StartException("The admin key could not be written to " + file + ".", e);
    }
  }

  void stopping() {
    announce("stopping", STOPPING);
  }

  void stopped() {
    announce("stopped", STOPPED);
  }

  private void announce(String event, String sentence) {
    if (json) {
      log.write(event, Map.of("what", sentence));
    } else {
      out.println(sentence);
      out.flush();
    }
  }
}
