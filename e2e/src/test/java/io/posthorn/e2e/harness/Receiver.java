package io.posthorn.e2e.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Somebody's web address: a real HTTP server on loopback that records each request when it arrives
 * and answers as the test says, at first always with 200. A thread for each request, so that a slow
 * answer delays no other.
 */
public final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Function<Delivery, Reply> script = delivery -> Reply.OK;

  public Receiver() {
    this(0);
  }

  /** A receiver at a port, as when one comes back after an outage. */
  public Receiver(int port) {
    // Otherwise an answer on a connection that was used before waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** Answers from now on as a function of the request says: by its id, its path, its body. */
  public Receiver answers(Function<Delivery, Reply> other) {
    script = other;
    return this;
  }

  /** Answers from now on always the same. */
  public Receiver answers(Reply reply) {
    return answers(delivery -> reply);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return url("/");
  }

  /** The address of a path; each path is an endpoint of its own. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** All requests so far, in the order of their arrival. */
  public List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  /** The requests of one message. */
  public List<Delivery> deliveriesOf(String messageId) {
    return deliveries.stream().filter(delivery -> delivery.id().equals(messageId)).toList();
  }

  /** Waits until so many requests have come, and answers all there are. */
  public List<Delivery> await(int count) {
    Patience.until(count + " requests at " + url(), () -> deliveries.size() >= count);
    return deliveries();
  }

  /** Waits for the first request. */
  public Delivery awaitFirst() {
    return await(1).getFirst();
  }

  /** Requests that have come and are not answered yet. */
  public int unanswered() {
    return unanswered.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    long nanos = System.nanoTime();
    Instant at = Instant.now();
    unanswered.incrementAndGet();
    try (exchange) {
      Delivery delivery =
          new Delivery(
              nanos,
              at,
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              HttpHeaders.of(exchange.getRequestHeaders(), (name, value) -> true),
              exchange.getRequestBody().readAllBytes());
      deliveries.add(delivery);
      Reply reply = script.apply(delivery);
      if (!closed.await(reply.delay().toMillis(), TimeUnit.MILLISECONDS)) {
        answer(exchange, reply);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      unanswered.decrementAndGet();
    }
  }

  private static void answer(HttpExchange exchange, Reply reply) throws IOException {
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** Goes away: what hangs is cut off, and who comes is refused. */
  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
