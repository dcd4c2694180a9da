package io.posthorn.app.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Receivers on loopback, each with a temper of its own: its path says which. */
final class Receivers implements AutoCloseable {
  static final String HEALTHY = "/crm/healthy";
  static final String REPORTS = "/reports/healthy";
  static final String SLOW = "/warehouse/slow";
  static final String FLAPPING = "/billing/flapping";
  static final String DEAD = "/legacy/dead";
  static final String BUSY = "/mail/busy";
  static final String PAUSED = "/archive/paused";

  private static final long SLOW_MILLIS = 900;
  private static final int EVERY_FIFTH = 5;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final long flapMillis;
  private final long begin = System.nanoTime();
  private final AtomicInteger calls = new AtomicInteger();

  Receivers(long flapMillis) throws IOException {
    this.flapMillis = flapMillis;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    on(HEALTHY, exchange -> answer(exchange, 200, "{\"ok\":true}"));
    on(REPORTS, exchange -> answer(exchange, 202, "{\"queued\":true}"));
    on(PAUSED, exchange -> answer(exchange, 200, "{\"ok\":true}"));
    on(DEAD, exchange -> answer(exchange, 500, "<h1>Internal error</h1><script>alert(1)</script>"));
    on(SLOW, this::slow);
    on(BUSY, this::busy);
    on(FLAPPING, this::flap);
    server.start();
  }

  /** A receiver's address. */
  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void on(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            handler.handle(exchange);
          }
        });
  }

  private void slow(HttpExchange exchange) throws IOException {
    try {
      Thread.sleep(SLOW_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answer(exchange, 200, "{\"stored\":true}");
  }

  /** Asks for patience now and then. */
  private void busy(HttpExchange exchange) throws IOException {
    if (calls.incrementAndGet() % EVERY_FIFTH == 0) {
      exchange.getResponseHeaders().set("Retry-After", "1");
      answer(exchange, 429, "{\"error\":\"slow down\"}");
    } else {
      answer(exchange, 200, "{\"ok\":true}");
    }
  }

  /** Down and up in turns, beginning with down. */
  private void flap(HttpExchange exchange) throws IOException {
    long phase = (System.nanoTime() - begin) / 1_000_000 / flapMillis;
    if (phase % 2 == 0) {
      answer(exchange, 503, "{\"error\":\"down for maintenance\"}");
    } else {
      answer(exchange, 200, "{\"booked\":true}");
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
