package io.posthorn.sender;

import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.sender.http1.HttpTransport;
import io.posthorn.sender.http1.OutboundRequest;
import io.posthorn.sender.signing.SealedValues.Unsealer;
import io.posthorn.sender.tls.OutboundTls;
import io.posthorn.sender.token.TokenClient;
import io.posthorn.sender.token.TokenFetchResult;
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
 * The sender: delivers requests over HTTP/1.1.
 *
 * <ul>
 *   <li>No thread waits for a response. Two threads render and sign requests, a few I/O threads
 *       send them, and one timer ends those that take too long.
 *   <li>An attempt begins when its request is rendered: time in the queue does not count against
 *       the receiver.
 *   <li>An I/O thread or the timer reports outcomes; callbacks must not block.
 * </ul>
 */
public final class HttpSender implements Sender, AutoCloseable {
  private static final Logger LOG = System.getLogger(HttpSender.class.getName());
  private static final int WRITERS = 2;
  private static final long SWEEP_MILLIS = 500;

  /**
   * The interval at which deadlines of all requests are checked: checking thousands takes some 50
   * µs, while a timer per request would be a contended lock.
   */
  private static final long CHECK_MILLIS = 10;

  private final RequestWriter writer;
  private final AddressGuard guard;
  private final DnsLookup lookup;
  private final HttpTransport transport;
  private final TokenClient tokens;
  private final Duration timeout;
  private final String cloudEventsSource;
  private final ExecutorService writers =
      Executors.newFixedThreadPool(WRITERS, threads("posthorn-request"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, threads("posthorn-deadline"));
  private final AtomicInteger unreported = new AtomicInteger();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private volatile boolean closing;

  /**
   * Creates a sender that is ready to send.
   *
   * @throws io.posthorn.core.input.InvalidInputException if a file that the settings name cannot be
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
    this.cloudEventsSource = settings.cloudEventsSource();
    this.lookup = lookup;
    this.transport =
        new HttpTransport(
            lookup,
            guard,
            OutboundTls.contexts(settings.tls()),
            longest(settings),
            settings.response(),
            settings.route(),
            HttpSender::threads);
    this.tokens = new TokenClient(transport, unsealer, settings.userAgent());
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(
            this::endLate, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(
            this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    if (request.target().token() instanceof TokenResult.NoToken none) {
      unreported.incrementAndGet();
      report(none.outcome(), outcome); // nothing is sent without a token
      return;
    }
    send(() -> writer.write(WebhookRequest.of(request, cloudEventsSource)), outcome);
  }

  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    try {
      writers.execute(
          () -> {
            var _ = tokens.fetch(request.customerId(), request.client()).thenAccept(result);
          });
    } catch (RejectedExecutionException e) {
      result.accept(
          new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, HttpTransport.STOPPED)));
    }
  }

  /** The requests for access tokens so far with a result. */
  public long tokenFetches(TokenFetchResult result) {
    return tokens.count(result);
  }

  /** Sends a test request, which is not a message, at once. It fetches its own access token. */
  public CompletableFuture<Outcome> sendTest(WebhookRequest test) {
    OAuth2Client client = test.target().settings().options().oauth2();
    return client == null
        ? sendWithToken(test)
        : tokens
            .fetch(test.customerId(), client)
            .thenCompose(token -> sendWithToken(test.with(test.target().with(token))));
  }

  private CompletableFuture<Outcome> sendWithToken(WebhookRequest test) {
    if (test.target().token() instanceof TokenResult.NoToken none) {
      return CompletableFuture.completedFuture(none.outcome());
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    send(() -> writer.write(test), outcome::complete);
    return outcome;
  }

  /**
   * The address guard's verdict about requests to a URL, by the addresses that its host has now. A
   * host that cannot be resolved in time is not refused: every attempt resolves it again.
   */
  public CompletableFuture<AddressGuard.Verdict> check(String customerId, TargetUrl url) {
    Optional<AddressGuard.Refused> always = guard.alwaysRefused(customerId, url);
    if (always.isPresent()) {
      return CompletableFuture.completedFuture(always.get());
    }
    AddressGuard.Verdict unresolved = new AddressGuard.Unresolved(url.host());
    return lookup
        .addressesOf(customerId, url.host(), System.nanoTime() + timeout.toNanos())
        .thenApply(addresses -> guard.examine(customerId, url, addresses))
        .completeOnTimeout(unresolved, timeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> unresolved);
  }

  /** Idle connections. */
  public int idleConnections() {
    return transport.idleConnections();
  }

  /** Requests in flight, including those that are still connecting. */
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
      report(Outcome.failed(ErrorKind.CONNECTION, 0, HttpTransport.STOPPED), outcome);
    }
  }

  private void start(Supplier<OutboundRequest> request, Consumer<Outcome> outcome) {
    long start = System.nanoTime();
    OutboundRequest written;
    try {
      written = request.get();
    } catch (RuntimeException e) {
      // Without the exception's message, which could contain the secret.
      String detail =
          "Cannot write the request: a stored token, secret or header cannot be decrypted"
              + " ("
              + e.getClass().getSimpleName()
              + "); check the encryption key.";
      report(Outcome.failed(ErrorKind.CONNECTION, 0, detail), outcome);
      return;
    }
    transport.send(written, start, result -> report(result, outcome));
  }

  private void report(Outcome result, Consumer<Outcome> outcome) {
    try {
      outcome.accept(result);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Failed to report an outcome.", e);
    }
    if (unreported.decrementAndGet() == 0 && closing) {
      drained.complete(null);
    }
  }

  private void endLate() {
    try {
      transport.endLate();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Failed to end requests that timed out.", e);
    }
  }

  private void sweep() {
    try {
      transport.sweep();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Failed to close idle connections.", e);
    }
  }

  /** Takes no more requests, waits for those in flight, and fails the rest after that time. */
  public void close(Duration timeout) {
    closing = true;
    if (unreported.get() == 0) {
      drained.complete(null);
    }
    try {
      drained.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Requests that remain are failed below.
    }
    for (Runnable waiting : writers.shutdownNow()) {
      waiting.run();
    }
    awaitWriters();
    transport.close();
    timer.shutdownNow();
  }

  /** Waits for the writer threads, whose requests become in flight when they are done. */
  private void awaitWriters() {
    try {
      if (!writers.awaitTermination(1, TimeUnit.SECONDS)) {
        LOG.log(
            Level.WARNING, "Some requests were still being rendered when the sender was closed.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    close(Duration.ZERO);
  }

  /** The longest timeout: an endpoint can set up to 30 s. */
  private static Duration longest(SenderSettings settings) {
    Duration head = settings.timeout();
    Duration atLeast = Duration.ofSeconds(30);
    return (head.compareTo(atLeast) > 0 ? head : atLeast).plus(settings.response().bodyTime());
  }

  private static ThreadFactory threads(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 1).factory();
  }
}
