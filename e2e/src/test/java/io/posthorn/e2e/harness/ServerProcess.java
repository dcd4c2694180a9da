package io.posthorn.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server as a child process: {@code posthorn serve --dev} with a settings file of its own, on a
 * free port. Started again after {@link #kill9} or {@link #stop} it finds the same data, at another
 * port.
 */
public final class ServerProcess implements AutoCloseable {
  /** The admin's key, unless {@link #without} takes it away. */
  public static final String ADMIN_KEY = "an-admin-key-of-the-tests";

  private static final Pattern GREETING = Pattern.compile("Posthorn is ready at (\\S+) .*");

  private final Path directory;
  private final Map<String, String> settings = new TreeMap<>();
  private @Nullable JarProcess process;
  private Api api = new Api(this::address, ADMIN_KEY);

  private ServerProcess(Path directory) {
    this.directory = directory;
  }

  /** A server that is not started yet; all its files lie in a directory. */
  public static ServerProcess in(Path directory) {
    return new ServerProcess(directory)
        .with(EngineUnderTest.chosen().settings(directory))
        .with("http.port", "0")
        // On a busy machine a receiver that is well may take its time; tests of timeouts say so.
        .with("delivery.timeout", "30s")
        .with("api.admin-key", ADMIN_KEY);
  }

  public ServerProcess with(String key, String value) {
    settings.put(key, value);
    return this;
  }

  public ServerProcess with(Map<String, String> more) {
    settings.putAll(more);
    return this;
  }

  /** Callers and other nodes come by https. */
  public ServerProcess with(SelfSigned certificate) {
    api = api.trusting(certificate.trust());
    return with("http.tls.certificate", certificate.certificate().toString())
        .with("http.tls.key", certificate.key().toString());
  }

  public ServerProcess without(String key) {
    settings.remove(key);
    return this;
  }

  /** Starts it and waits until it takes events and delivers. */
  public ServerProcess start() {
    launch();
    Api open = api();
    Patience.until("ready", () -> open.get("/health/ready").status() == 200);
    return this;
  }

  /** Starts it and waits until it can be called, ready or not. */
  public ServerProcess launch() {
    JarProcess started = command();
    Patience.until("an address", () -> !started.isAlive() || greeted(started).isPresent());
    if (greeted(started).isEmpty()) {
      throw new AssertionError("The server has not started:\n" + started);
    }
    return this;
  }

  /** Starts it, and waits for nothing. */
  public JarProcess beginStart() {
    return command();
  }

  /** Starts it where it is meant not to come up, and waits for its end. */
  public JarProcess startInVain() {
    JarProcess started = command();
    started.awaitExit();
    return started;
  }

  private JarProcess command() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("It runs already.");
    }
    JarProcess started =
        JarProcess.start(Map.of(), "serve", "--dev", "--config", writeSettings().toString());
    process = started;
    return started;
  }

  private Path writeSettings() {
    StringBuilder yaml = new StringBuilder();
    settings.forEach((key, value) -> yaml.append(key).append(": \"").append(value).append("\"\n"));
    try {
      return Files.writeString(directory.resolve("posthorn.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a server listens, once it has said so. */
  public static Optional<URI> greeted(JarProcess process) {
    return process.out().all().stream()
        .map(GREETING::matcher)
        .filter(Matcher::matches)
        .map(greeting -> URI.create(greeting.group(1)))
        .findFirst();
  }

  /** The process as it was last started. */
  public JarProcess process() {
    if (process == null) {
      throw new IllegalStateException("It was never started.");
    }
    return process;
  }

  /** Where it listens now. */
  public URI address() {
    return greeted(process()).orElseThrow();
  }

  /** The API to an admin; it follows the server to its new port over restarts. */
  public Api api() {
    return api;
  }

  public Path directory() {
    return directory;
  }

  public Path dataDirectory() {
    return directory.resolve("data");
  }

  /** Ends it where it stands, as the kernel or a power cut would. */
  public void kill9() {
    process().kill9();
  }

  /**
   * Tells it to stop, and waits.
   *
   * @return its exit code
   */
  public int stop() {
    process().terminate();
    return process().awaitExit();
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
