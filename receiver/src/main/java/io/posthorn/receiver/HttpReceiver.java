package io.posthorn.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * An HTTP receiver that responds as planned: well, slowly, wrongly, or not at all.
 *
 * <p>Each path can have its own {@link Behaviour}; all others share the default, which responds
 * 200. Each request has a virtual thread, so that a slow response delays no other. The latest
 * requests are kept up to a bound. Only POST is a message: other methods get 405, and bodies above
 * 16 MiB get 413; neither is counted or kept.
 *
 * <pre>{@code
 * try (HttpReceiver receiver =
 *     HttpReceiver.builder()
 *         .behaviour(Behaviour.healthyAfter(2, PlannedResponse.status(503), PlannedResponse.OK))
 *         .behaviour("/dead", Behaviour.always(500))
 *         .start()) {
 *   subscribe(receiver.url("/hook"));
 * }
 * }</pre>
 */
public final class HttpReceiver implements AutoCloseable {
  /** An event has at most 1 MiB, doubled where its states come as Base64; the rest is margin. */
  private static final int LARGEST_BODY = 16 << 20;

  static {
    // Otherwise a response on a reused connection waits 40 ms for the sender's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Behaviour> byPath;
  private final Clock clock;
  private final BiConsumer<ReceivedRequest, PlannedResponse> listener;
  private final RequestLog log;
  private volatile Behaviour behaviour;

  private HttpReceiver(Builder builder) throws IOException {
    behaviour = builder.behaviour;
    byPath = new ConcurrentHashMap<>(builder.byPath);
    clock = builder.clock;
    listener = builder.listener;
    log = new RequestLog(builder.capacity);
    server = HttpServer.create(builder.address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A receiver on a free port of the loopback that responds 200 to everything. */
  public static HttpReceiver start() throws IOException {
    return builder().start();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Counts of requests since the start. */
  public record Counts(long requests, long repeated, long succeeded, long failed) {
    /** Requests that have arrived and have neither a response nor a closed connection. */
    public long withoutResponse() {
      return requests - succeeded - failed;
    }

    /** Requests with a new id. */
    public long messages() {
      return requests - repeated;
    }
  }

  /** Replaces the default behaviour. */
  public HttpReceiver behaveAs(Behaviour other) {
    behaviour = other;
    return this;
  }

  /** Handles every request from now on in the same way, on paths without a behaviour. */
  public HttpReceiver behaveAs(PlannedResponse response) {
    return behaveAs(Behaviour.always(response));
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return url("/");
  }

  /** The URL of a path on the loopback. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** The latest requests in the order of their arrival, as many as are kept. */
  public List<ReceivedRequest> requests() {
    return log.latest();
  }

  /** The kept requests of one message. */
  public List<ReceivedRequest> requestsOf(String messageId) {
    return requests().stream().filter(request -> request.id().equals(messageId)).toList();
  }

  public Counts counts() {
    return log.counts();
  }

  private void handle(HttpExchange exchange) throws IOException {
    long nanoTime = System.nanoTime();
    Instant at = clock.instant();
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      if (!exchange.getRequestMethod().equals("POST") || body.length > LARGEST_BODY) {
        exchange.sendResponseHeaders(body.length > LARGEST_BODY ? 413 : 405, -1);
        return;
      }
      HttpHeaders headers = HttpHeaders.of(exchange.getRequestHeaders(), (name, value) -> true);
      long occurrence = log.arrived(headers.firstValue("webhook-id").orElse(""));
      boolean success = false;
      try {
        ReceivedRequest request =
            new ReceivedRequest(
                at,
                nanoTime,
                exchange.getRemoteAddress().getAddress().getHostAddress(),
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                occurrence,
                body);
        log.keep(request);
        success = respond(exchange, request);
      } finally {
        log.done(success);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns whether a 2xx response was sent; an exchange that has no response closes its
   * connection.
   */
  private boolean respond(HttpExchange exchange, ReceivedRequest request)
      throws IOException, InterruptedException {
    Behaviour chosen = byPath.getOrDefault(exchange.getRequestURI().getPath(), behaviour);
    PlannedResponse response = chosen.respondTo(request);
    if (response.kind() == PlannedResponse.Kind.HANG) {
      listener.accept(request, response);
      closed.await();
      return false;
    }
    if (closed.await(response.delay().toMillis(), TimeUnit.MILLISECONDS)) {
      return false;
    }
    listener.accept(request, response);
    if (response.kind() == PlannedResponse.Kind.CLOSE) {
      return false;
    }
    byte[] body = response.bodyBytes();
    response.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    return response.isSuccess();
  }

  /** Closes the port and every connection; requests without a response get none. */
  @Override
  public void close() {
    close(0);
  }

  /** Closes as {@link #close} does, but first waits some seconds for responses under way. */
  public void close(int seconds) {
    if (seconds == 0) {
      closed.countDown();
    }
    server.stop(seconds);
    closed.countDown();
    threads.shutdownNow();
  }

  /** The settings of a receiver. */
  public static final class Builder {
    /** Enough for inspection; a few megabytes of typical messages. */
    private static final int DEFAULT_CAPACITY = 1_000;

    private final Map<String, Behaviour> byPath = new ConcurrentHashMap<>();
    private InetSocketAddress address =
        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    private Behaviour behaviour = Behaviour.always(PlannedResponse.OK);
    private Clock clock = Clock.systemUTC();
    private int capacity = DEFAULT_CAPACITY;
    private BiConsumer<ReceivedRequest, PlannedResponse> listener = (request, response) -> {};

    private Builder() {}

    /** The address to listen on; by default a free port of the loopback. */
    public Builder address(InetSocketAddress other) {
      address = other;
      return this;
    }

    /** A port of the loopback; 0 for a free one. */
    public Builder port(int port) {
      return address(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
    }

    /** The behaviour on every path without its own. */
    public Builder behaviour(Behaviour other) {
      behaviour = other;
      return this;
    }

    /** The behaviour on exactly this path, whatever the query. */
    public Builder behaviour(String path, Behaviour ofPath) {
      byPath.put(path, ofPath);
      return this;
    }

    /** The number of requests to keep; 0 for none. Older ones are dropped. */
    public Builder keep(int requests) {
      if (requests < 0) {
        throw new IllegalArgumentException("cannot keep " + requests + " requests");
      }
      capacity = requests;
      return this;
    }

    /** The clock for {@link ReceivedRequest#at}. */
    public Builder clock(Clock other) {
      clock = other;
      return this;
    }

    /**
     * A listener for every request, called just before its response leaves; for a request that
     * hangs or whose connection is closed, before that. It is called by many threads at once.
     */
    public Builder listener(BiConsumer<ReceivedRequest, PlannedResponse> other) {
      listener = other;
      return this;
    }

    /** Starts to listen. */
    public HttpReceiver start() throws IOException {
      return new HttpReceiver(this);
    }
  }
}
