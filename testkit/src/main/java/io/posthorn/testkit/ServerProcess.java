package io.posthorn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server as a process: {@code posthorn serve --dev} with its own settings file, on a free port. A
 * restart after {@link #kill} or {@link #stop} uses the same data and another port.
 */
public final class ServerProcess implements AutoCloseable {
  /** The admin key, unless {@link #without} removes it. */
  public static final String ADMIN_KEY = "an-admin-key-of-the-tests-0123456789";

  private static final Pattern READY = Pattern.compile("Posthorn is ready at ([^\\s\"]+)");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ServerCommand command;
  private final Path directory;
  private final Map<String, String> settings = new TreeMap<>();
  private HttpClient client = CLIENT;
  private @Nullable ChildProcess process;
  private Duration startTime = Duration.ZERO;
  private boolean stopOnClose;
  private boolean development = true;

  private ServerProcess(ServerCommand command, Path directory) {
    this.command = command;
    this.directory = directory;
  }

  /**
   * A server that is not started yet.
   *
   * @param directory the directory of its settings file, and of its data unless {@code data.dir} is
   *     set
   */
  public static ServerProcess in(ServerCommand command, Path directory) {
    return new ServerProcess(command, directory)
        .with("data.dir", directory.resolve("data").toString())
        .with("http.port", "0")
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

  public ServerProcess without(String key) {
    settings.remove(key);
    return this;
  }

  /** Makes calls trust its certificate. */
  public ServerProcess trusting(SSLContext trust) {
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trust).build();
    return this;
  }

  /** Starts it without {@code --dev}, which allows the loopback only. */
  public ServerProcess withoutDevelopmentMode() {
    development = false;
    return this;
  }

  /** Makes {@link #close} stop it gracefully instead of killing it. */
  public ServerProcess stoppingOnClose() {
    stopOnClose = true;
    return this;
  }

  /** Starts it and waits until it is ready. */
  public ServerProcess start() {
    launch();
    Await.until("ready", this::isReady);
    return this;
  }

  private boolean isReady() {
    return send(request("/health/ready").GET()).statusCode() == 200;
  }

  /** Starts it and waits until it listens, ready or not. */
  public ServerProcess launch() {
    long began = System.nanoTime();
    ChildProcess started = startWithoutWaiting();
    if (started.out().await(READY, Await.TIMEOUT).isEmpty()) {
      if (started.out().hasEnded()) {
        started.awaitExit(); // its streams close shortly before it exits
      }
      throw new IllegalStateException("The server did not start:\n" + started);
    }
    startTime = Duration.ofNanos(System.nanoTime() - began);
    return this;
  }

  /** Starts it without waiting. */
  public ChildProcess startWithoutWaiting() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("The server is already running.");
    }
    List<String> arguments = new ArrayList<>(List.of("serve"));
    if (development) {
      arguments.add("--dev");
    }
    arguments.addAll(List.of("--config", writeSettings().toString()));
    ChildProcess started = command.start(Map.of(), arguments);
    process = started;
    return started;
  }

  /** Starts it where the start must fail, and waits for its exit. */
  public ChildProcess startExpectingFailure() {
    ChildProcess started = startWithoutWaiting();
    started.awaitExit();
    return started;
  }

  private Path writeSettings() {
    StringBuilder yaml = new StringBuilder();
    settings.forEach((key, value) -> yaml.append(key).append(": \"").append(value).append("\"\n"));
    try {
      Files.createDirectories(directory);
      return Files.writeString(directory.resolve("posthorn.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address of a server, once it has printed it. */
  public static Optional<URI> addressOf(ChildProcess process) {
    return process.out().find(READY).map(ServerProcess::address);
  }

  private static URI address(Matcher ready) {
    return URI.create(ready.group(1));
  }

  /** The latest process. */
  public ChildProcess process() {
    if (process == null) {
      throw new IllegalStateException("The server was never started.");
    }
    return process;
  }

  /** Its current address. */
  public URI address() {
    return addressOf(process()).orElseThrow();
  }

  public int port() {
    return address().getPort();
  }

  public long pid() {
    return process().pid();
  }

  /** The time from the last start to the ready line. */
  public Duration startTime() {
    return startTime;
  }

  /** An HTTP/1.1 client for servers without TLS. */
  public static HttpClient plainClient() {
    return CLIENT;
  }

  /** The HTTP client that trusts its certificate. */
  public HttpClient client() {
    return client;
  }

  public Path directory() {
    return directory;
  }

  public Path dataDirectory() {
    return Path.of(String.valueOf(settings.get("data.dir")));
  }

  /** Sends a GET as an admin and returns the body; any status but 2xx is an error. */
  public String get(String path) {
    return successful(send(request(path).GET()));
  }

  /** Posts JSON as an admin; any status but 2xx is an error. */
  public String post(String path, String json) {
    return successful(send(request(path).POST(BodyPublishers.ofString(json))));
  }

  /** Sends a PUT without a body as an admin; any status but 2xx is an error. */
  public String put(String path) {
    return successful(send(request(path).PUT(BodyPublishers.noBody())));
  }

  /** Posts JSON as an admin for one customer; any status but 2xx is an error. */
  public String postFor(String customerId, String path, String json) {
    return successful(
        send(
            request(path).header("X-Customer-Id", customerId).POST(BodyPublishers.ofString(json))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address().resolve(path))
        .header("Authorization", "Bearer " + ADMIN_KEY);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String successful(HttpResponse<String> response) {
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          "%s: %d %s".formatted(response.uri(), response.statusCode(), response.body()));
    }
    return response.body();
  }

  /** Sends SIGKILL, like the kernel's OOM killer. */
  public void kill() {
    process().kill();
  }

  /**
   * Sends SIGTERM and waits.
   *
   * @return its exit code
   */
  public int stop() {
    process().terminate();
    return process().awaitExit();
  }

  /** Kills it if it is running; see {@link #stoppingOnClose}. */
  @Override
  public void close() {
    if (process == null) {
      return;
    }
    try {
      if (stopOnClose && process.isAlive()) {
        stop();
      }
    } finally {
      process.close();
    }
  }
}
