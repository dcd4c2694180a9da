package io.posthorn.app;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** A web address that takes messages, tells of each, and answers as planned. */
final class Receiver implements AutoCloseable {
  /** An event has at most 1 MiB, doubled where its states come as Base64; the rest is room. */
  private static final int LARGEST_BODY = 16 << 20;

  private static final byte[] FINE = "ok\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] FAILURE = "failing on purpose\n".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Behaviour behaviour;
  private final SignatureCheck signatures;
  private final Clock clock;
  private final Consumer<Received> listener;
  private final ReceivedCount count = new ReceivedCount();

  /**
   * Listens from now on.
   *
   * @param listener told of each message, before the answer leaves
   */
  Receiver(
      InetSocketAddress address,
      Behaviour behaviour,
      SignatureCheck signatures,
      Clock clock,
      Consumer<Received> listener)
      throws IOException {
    this.behaviour = behaviour;
    this.signatures = signatures;
    this.clock = clock;
    this.listener = listener;
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  ReceivedCount count() {
    return count;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      if (!exchange.getRequestMethod().equals("POST") || body.length > LARGEST_BODY) {
        exchange.sendResponseHeaders(body.length > LARGEST_BODY ? 413 : 405, -1);
        return;
      }
      Received received = received(exchange.getRequestHeaders(), body);
      Thread.sleep(behaviour.delay());
      count.answered(received);
      listener.accept(received);
      Integer retryAfter = behaviour.retryAfter(received.status());
      if (retryAfter != null) {
        exchange.getResponseHeaders().set("Retry-After", retryAfter.toString());
      }
      answer(exchange, received.status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Received received(Headers headers, byte[] body) {
    String id = headers.getFirst("webhook-id");
    SignatureCheck.Finding finding =
        signatures.check(
            id, headers.getFirst("webhook-timestamp"), headers.getFirst("webhook-signature"), body);
    return new Received(
        clock.instant(), id, count.arrived(id), finding, behaviour.nextStatus(), body);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    // These two have no body, and the server would wait for one that we promise.
    boolean bare = status == 204 || status == 304;
    byte[] words = status < 300 ? FINE : FAILURE;
    exchange.sendResponseHeaders(status, bare ? -1 : words.length);
    if (!bare) {
      exchange.getResponseBody().write(words);
    }
  }

  @Override
  public void close() {
    // Up to a second for answers that are on their way.
    server.stop(1);
    threads.shutdownNow();
  }
}
