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

/** An HTTP server that returns scripted responses in order. */
public final class ScriptedApi implements AutoCloseable {
  /** A received call. */
  public record Call(
      String line, @Nullable String authorization, @Nullable String customer, String body) {}

  private record ScriptedResponse(int status, String body, @Nullable String retryAfter) {}

  private static final ScriptedResponse CLOSE_CONNECTION = new ScriptedResponse(0, "", null);

  private final HttpServer server;
  private final Deque<ScriptedResponse> responses = new ArrayDeque<>();
  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  /** The delays that the client would have waited between attempts. */
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

  /** A client of this server that records its delays instead of waiting. */
  public PosthornClient.Builder client() {
    return PosthornClient.builder().url(url()).apiKey("phk_1").sleep(slept::add);
  }

  public ScriptedApi responds(String json) {
    return responds(200, json);
  }

  public ScriptedApi responds(int status, String json) {
    return responds(status, json, null);
  }

  public synchronized ScriptedApi responds(int status, String json, @Nullable String retryAfter) {
    responses.add(new ScriptedResponse(status, json, retryAfter));
    return this;
  }

  /** Refuses a call with Retry-After. */
  public ScriptedApi refuses(int status, String json, String retryAfter) {
    return responds(status, json, retryAfter);
  }

  /** Closes the connection without a response. */
  public synchronized ScriptedApi closesConnection() {
    responses.add(CLOSE_CONNECTION);
    return this;
  }

  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The methods and paths of all calls. */
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
      ScriptedResponse next = responses.poll();
      ScriptedResponse response =
          next == null ? new ScriptedResponse(500, "the script has ended", null) : next;
      if (response.status() == 0) {
        throw new IOException("hangs up");
      }
      if (response.retryAfter() != null) {
        exchange.getResponseHeaders().set("Retry-After", response.retryAfter());
      }
      byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
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
