package io.posthorn.sender;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.sender.http1.HttpTransport;
import io.posthorn.sender.http1.OutboundRequest;
import io.posthorn.sender.signing.SealedValues.Unsealer;
import io.posthorn.sender.tls.OutboundTls;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends requests over HTTP.
 *
 * <ul>
 *   <li>No thread waits for a response. Requests are written (body, signature) by two threads,
 *       travel on a few I/O threads, and one timer ends those that take too long.
 *   <li>An attempt begins when its request begins to be written: time that it waits for our own
 *       threads is not the receiver's.
 *   <li>Outcomes are told by an I/O thread or the timer; whoever takes them must not block.
 * </ul>
 */
public final class HttpSender implements Sender, AutoCloseable {
  private static final Logger LOG = System.getLogger(HttpSender.class.getName());
  private static final int WRITERS = 2;
  private static final long SWEEP_MILLIS = 500;

  /**
   * How often the clock is looked at for all that is under way: a look at thousands takes some 50
   * µs, where a timer for each of them would be the lock that all threads wait for.
   */
  private static final long LOOK_MILLIS = 10;

  private final RequestWriter writer;
  private final AddressGuard guard;
  private final DnsLookup lookup;
  private final HttpTransport transport;
  private final Duration timeout;
  private final ExecutorService writers =
      Executors.newFixedThreadPool(WRITERS, threads("posthorn-request"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, threads("posthorn-deadline"));
  private final AtomicInteger unreported = new AtomicInteger();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private volatile boolean closing;

  /**
   * A sender that is ready to send.
   *
   * @throws io.posthorn.core.input.InvalidInputException where a file of the settings cannot be
   *     used
   */
  public HttpSender(
      SenderSettings settings, Unsealer unsealer, Resolver resolver, InstantSource clock) {
    this(settings, unsealer, new DnsLookup(resolver, DnsLookup.GOOD_FOR, DnsLookup.BAD_FOR), clock);
  }

  HttpSender(SenderSettings settings, Unsealer unsealer, DnsLookup lookup, InstantSource clock) {
    this.writer = new RequestWriter(settings, unsealer, clock);
    this.guard = new AddressGuard(settings.allowedTargets(), settings.httpsOnly());
    this.timeout = settings.timeout();
    this.lookup = lookup;
    this.transport =
        new HttpTransport(
            lookup,
            guard,
            OutboundTls.context(settings.tls()),
            longest(settings),
            settings.response(),
            HttpSender::threads);
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(
            this::endLate, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(
            this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    send(() -> writer.write(WebhookRequest.of(request)), outcome);
  }

  /** Sends a request that is no message, in the same way, now. */
  public CompletableFuture<Outcome> sendTest(WebhookRequest test) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    send(() -> writer.write(test), outcome::complete);
    return outcome;
  }

  /**
   * Why requests to a URL would be refused by the address guard, if they would. A host that cannot
   * be resolved in time is not refused: it is looked up again at every attempt.
   */
  public CompletableFuture<Optional<AddressGuard.Refused>> refusal(
      String customerId, TargetUrl url) {
    return lookup
        .addressesOf(url.host())
        .thenApply(addresses -> guard.check(customerId, url, addresses))
        .completeOnTimeout(Optional.empty(), timeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(unresolved -> Optional.empty());
  }

  /** Connections that wait for a next request. */
  public int idleConnections() {
    return transport.idleConnections();
  }

  /** Requests that have a connection, or are getting one. */
  public int underWay() {
    return transport.inFlight();
  }

  private void send(Supplier<OutboundRequest> request, Consumer<Outcome> outcome) {
    unreported.incrementAndGet();
    try {
      if (closing) {
        throw new RejectedExecutionException();
      }
      writers.execute(() -> start(request, outcome));
    } catch (RejectedExecutionException e) {
      tell(Outcome.failed(ErrorKind.CONNECTION, 0, HttpTransport.STOPPED), outcome);
    }
  }

  private void start(Supplier<OutboundRequest> request, Consumer<Outcome> outcome) {
    long start = System.nanoTime();
    OutboundRequest written;
    try {
      written = request.get();
    } catch (RuntimeException e) {
      // Without the exception's own words: they could hold what was sealed.
      String detail =
          "The request could not be written, because a stored token, secret or header could not"
              + " be opened ("
              + e.getClass().getSimpleName()
              + "); check the encryption key.";
      tell(Outcome.failed(ErrorKind.CONNECTION, 0, detail), outcome);
      return;
    }
    transport.send(written, start, result -> tell(result, outcome));
  }

  private void tell(Outcome result, Consumer<Outcome> outcome) {
    try {
      outcome.accept(result);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "An outcome could not be handed over.", e);
    }
    if (unreported.decrementAndGet() == 0 && closing) {
      drained.complete(null);
    }
  }

  private void endLate() {
    try {
      transport.endLate();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Requests that took too long could not be ended.", e);
    }
  }

  private void sweep() {
    try {
      transport.sweep();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Idle connections could not be swept.", e);
    }
  }

  /**
   * Takes no more requests, waits for those under way, and ends what is left after that time as
   * failed.
   */
  public void close(Duration patience) {
    closing = true;
    if (unreported.get() == 0) {
      drained.complete(null);
    }
    try {
      drained.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The rest is ended below.
    }
    for (Runnable waiting : writers.shutdownNow()) {
      waiting.run();
    }
    awaitWriters();
    transport.close();
    timer.shutdownNow();
  }

  /** Requests that they are just writing are in flight once they are done. */
  private void awaitWriters() {
    try {
      if (!writers.awaitTermination(1, TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "Requests were still being written when the sender was closed.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    close(Duration.ZERO);
  }

  /** An endpoint can have up to 30 s of its own. */
  private static Duration longest(SenderSettings settings) {
    Duration head = settings.timeout();
    Duration atLeast = Duration.ofSeconds(30);
    return (head.compareTo(atLeast) > 0 ? head : atLeast).plus(settings.response().time());
  }

  private static ThreadFactory threads(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 1).factory();
  }
}
