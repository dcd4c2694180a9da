package io.posthorn.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An HTTP server that gives the answers a test has written down, in that order. */
public final class ScriptedApi implements AutoCloseable {
  /** A call as it came. */
  public record Call(
      String line, @Nullable String authorization, @Nullable String customer, String body) {}

  private record Answer(int status, String body, @Nullable String retryAfter) {}

  private static final Answer HANG_UP = new Answer(0, "", null);

  private final HttpServer server;
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  /** How long the client would have waited between its tries. */
  final List<Duration> slept = Collections.synchronizedList(new ArrayList<>());

  public ScriptedApi() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A client of this server, which does not really wait. */
  public PosthornClient.Builder client() {
    return PosthornClient.builder().url(url()).apiKey("phk_1").sleep(slept::add);
  }

  public ScriptedApi answers(String json) {
    return answers(200, json);
  }

  public ScriptedApi answers(int status, String json) {
    return answers(status, json, null);
  }

  public synchronized ScriptedApi answers(int status, String json, @Nullable String retryAfter) {
    answers.add(new Answer(status, json, retryAfter));
    return this;
  }

  /** Refuses a call, and asks for another try after some seconds. */
  public ScriptedApi refuses(int status, String json, String retryAfter) {
    return answers(status, json, retryAfter);
  }

  /** Closes the connection instead of an answer. */
  public synchronized ScriptedApi hangsUp() {
    answers.add(HANG_UP);
    return this;
  }

  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Methods and paths alone. */
  public List<String> lines() {
    return calls().stream().map(Call::line).toList();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      calls.add(
          new Call(
              exchange.getRequestMethod() + " " + exchange.getRequestURI(),
              exchange.getRequestHeaders().getFirst("Authorization"),
              exchange.getRequestHeaders().getFirst("X-Customer-Id"),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      Answer next = answers.poll();
      Answer answer = next == null ? new Answer(500, "the script has ended", null) : next;
      if (answer.status() == 0) {
        throw new IOException("hangs up");
      }
      if (answer.retryAfter() != null) {
        exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
      }
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
