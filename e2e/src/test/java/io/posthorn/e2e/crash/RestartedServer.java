package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server that is killed and restarted on the same data. Each run of its process is one life.
 *
 * <p>A receiver knows which life sent a request, even after its end: odd lives send the raw token,
 * even ones a bearer token.
 */
final class RestartedServer implements CallTarget {
  static final String TOKEN = "the-token-of-all-subscriptions";

  private final ServerProcess server;
  private final AtomicReference<@Nullable URI> address = new AtomicReference<>();
  private final List<Duration> starts = new ArrayList<>();
  private volatile int current;

  RestartedServer(ServerProcess server) {
    this.server = server;
  }

  /** Begins the next life, and waits until it is ready. */
  void begin() {
    next();
    long started = System.nanoTime();
    server.start();
    starts.add(Duration.ofNanos(System.nanoTime() - started));
    address.set(server.address());
  }

  /** Starts the server and kills it shortly after, usually before it is ready. */
  void beginAndKill(Duration at) throws InterruptedException {
    next();
    Thread killer =
        Thread.ofPlatform()
            .start(
                () -> {
                  pass(at);
                  server.kill();
                });
    try {
      server.launch();
    } catch (IllegalStateException e) {
      if (server.process().isAlive()) {
        throw e;
      }
    }
    killer.join();
    end();
  }

  private void next() {
    int next = current + 1;
    server.with("delivery.authorization", isOdd(next) ? "raw" : "bearer");
    current = next;
  }

  /** Kills the server. */
  void end() {
    server.kill();
    address.set(null);
  }

  /** Sleeps: the time of a kill is what the test varies. */
  static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
    }
  }

  /** The number of the current life, or of the last one while there is none. */
  int current() {
    return current;
  }

  /** The life that sent a request. */
  int of(String authorization) {
    boolean odd = authorization.equals(TOKEN);
    int now = current;
    return odd == isOdd(now) ? now : now - 1;
  }

  private static boolean isOdd(int number) {
    return number % 2 == 1;
  }

  /** The API of the running server; without one, calls get no response. */
  @Override
  public Api api() {
    return new Api(this::address, ServerProcess.ADMIN_KEY);
  }

  private URI address() {
    URI now = address.get();
    if (now == null) {
      throw new UncheckedIOException(new IOException("No server is running."));
    }
    return now;
  }

  @Override
  public void awaitServer() {
    Await.until("a server", () -> address.get() != null);
  }

  @Override
  public Duration pause(Random random) {
    return Duration.ofMillis(10 + random.nextInt(30));
  }

  /** The durations of all completed starts. */
  List<Duration> starts() {
    return List.copyOf(starts);
  }
}
