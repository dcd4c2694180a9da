package io.posthorn.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server that plays the API: it answers what the test has written down, in that order. */
final class ScriptedApi implements AutoCloseable {
  /** A call as it came. */
  record Call(
      String line, @Nullable String authorization, @Nullable String customer, String body) {}

  private record Answer(int status, String body, @Nullable String retryAfter) {}

  private final HttpServer server;
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  ScriptedApi() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  ScriptedApi answers(String json) {
    return answers(200, json);
  }

  synchronized ScriptedApi answers(int status, String json) {
    answers.add(new Answer(status, json, null));
    return this;
  }

  synchronized ScriptedApi refuses(int status, String json, String retryAfter) {
    answers.add(new Answer(status, json, retryAfter));
    return this;
  }

  List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Methods and paths alone. */
  List<String> lines() {
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
      Answer answer = answers.poll();
      Answer given = answer == null ? new Answer(500, "the script has ended", null) : answer;
      if (given.retryAfter() != null) {
        exchange.getResponseHeaders().set("Retry-After", given.retryAfter());
      }
      byte[] body = given.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(given.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
