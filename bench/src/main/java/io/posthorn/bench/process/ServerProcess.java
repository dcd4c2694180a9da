package io.posthorn.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as it is shipped, in a process of its own, with a data directory of its own. */
public final class ServerProcess implements AutoCloseable {
  public static final String KEY = "bench-admin-key-0123456789abcdef";
  private static final Pattern READY = Pattern.compile("ready at http://127\\.0\\.0\\.1:(\\d+)");

  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Process process;
  private final int port;
  private final double startSeconds;
  private final HttpClient client = HttpClient.newHttpClient();

  private ServerProcess(Process process, int port, double startSeconds) {
    this.process = process;
    this.port = port;
    this.startSeconds = startSeconds;
  }

  /**
   * Starts a server and waits until it says that it is ready, and is.
   *
   * @param command how a server is started on this machine
   * @param settings more of them, as environment variables
   * @param options more for the Java machine
   */
  public static ServerProcess start(
      ServerCommand command, Path data, Map<String, String> settings, List<String> options) {
    List<String> line = new ArrayList<>(command.line(options));
    line.addAll(List.of("serve", "--dev"));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("POSTHORN_"));
    builder.environment().put("POSTHORN_DATA_DIR", data.toString());
    builder.environment().put("POSTHORN_HTTP_PORT", "0");
    builder.environment().put("POSTHORN_API_ADMIN_KEY", KEY);
    builder.environment().putAll(settings);
    builder.redirectErrorStream(true);
    try {
      long began = System.nanoTime();
      Process process = builder.start();
      Running.add(process);
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      int port = awaitReady(out);
      double seconds = (System.nanoTime() - began) / 1e9;
      Thread.ofPlatform().daemon().name("server-log").start(() -> discard(out));
      ServerProcess server = new ServerProcess(process, port, seconds);
      server.awaitReady();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int awaitReady(BufferedReader out) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.find()) {
        return Integer.parseInt(ready.group(1));
      }
      said.append(line).append(' ');
    }
    throw new BenchException("The server did not start: " + said);
  }

  /** On Kafka a node takes shards over, or gives some up to one that has just joined. */
  private void awaitReady() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try {
        get("/health/ready");
        return;
      } catch (BenchException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchException("interrupted", e);
      }
    }
  }

  /** Every failed attempt is a line of its log; nobody reads them here. */
  private static void discard(BufferedReader out) {
    try {
      while (out.readLine() != null) {}
    } catch (IOException e) {
      return; // it has ended
    }
  }

  public long pid() {
    return process.pid();
  }

  public int port() {
    return port;
  }

  /** From the start of the process to the line that says that it is ready. */
  public double startSeconds() {
    return startSeconds;
  }

  public Usage usage() {
    return new Usage(pid());
  }

  public String get(String path) {
    return call(request(path).GET().build());
  }

  public String post(String path, String json) {
    return call(request(path).POST(HttpRequest.BodyPublishers.ofString(json)).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + KEY);
  }

  private String call(HttpRequest request) {
    try {
      var response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new BenchException(
            request.method()
                + " "
                + request.uri()
                + ": "
                + response.statusCode()
                + " "
                + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  /** The bytes that are in use on the heap after a full collection. */
  public long liveHeapBytes() {
    return LiveHeap.bytes(pid());
  }

  /** Ends it at once, with what is under way: nobody needs its data any more. */
  public void endAtOnce() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    Running.end(process);
    client.close();
  }
}
