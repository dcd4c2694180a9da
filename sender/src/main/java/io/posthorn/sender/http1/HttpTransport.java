package io.posthorn.sender.http1;

import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.tls.TlsContexts;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The HTTP/1.1 client: sends rendered requests and reports exactly one outcome for each.
 *
 * <p>It has no timer: its owner calls {@link #endLate} every few milliseconds and {@link #sweep}
 * periodically.
 */
public final class HttpTransport implements AutoCloseable {
  /** The outcome of a request that shutdown interrupted. */
  public static final String STOPPED = "Posthorn was stopped before the receiver responded.";

  private static final long FAR_NANOS = Duration.ofHours(1).toNanos();

  private final DnsLookup lookup;
  private final AddressGuard guard;
  private final ConnectionOpener opener;
  private final IdleConnections idle = new IdleConnections();
  private final ReuseHistory reuses = new ReuseHistory(System::nanoTime);
  private final ResponseLimits limits;
  private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();

  /** No exchange has a deadline before this time, on the clock of {@link System#nanoTime}. */
  private final AtomicLong firstDeadline = new AtomicLong(System.nanoTime());

  /**
   * Creates a transport that is ready to send.
   *
   * @param longest the longest time of an exchange
   * @param threads creates a thread factory for a thread name
   */
  public HttpTransport(
      DnsLookup lookup,
      AddressGuard guard,
      TlsContexts tls,
      Duration longest,
      ResponseLimits limits,
      OutboundRoute route,
      Function<String, ThreadFactory> threads) {
    this.lookup = lookup;
    this.guard = guard;
    this.limits = limits;
    this.opener =
        new ConnectionOpener(
            tls,
            longest,
            new ConnectPacer(threads.apply("posthorn-connect")),
            route,
            lookup,
            threads.apply("posthorn-http"));
  }

  /**
   * Sends a request.
   *
   * @param startNanos when the attempt began, on the clock of {@link System#nanoTime}
   * @param report receives the outcome once, on an I/O thread or the thread of {@link #endLate}
   */
  public void send(OutboundRequest request, long startNanos, Consumer<Outcome> report) {
    Exchange exchange = new Exchange(this, request, startNanos, report);
    exchanges.add(exchange);
    lowerFirstDeadline(exchange.deadline());
    exchange.start();
  }

  /**
   * Ends the exchanges whose deadline has passed. It examines them only when there may be one:
   * nearly all end long before their deadline.
   */
  public void endLate() {
    long now = System.nanoTime();
    if (now - firstDeadline.get() < 0) {
      return;
    }
    firstDeadline.set(now + FAR_NANOS); // before the walk, so that it knows those added meanwhile
    try {
      for (Exchange exchange : exchanges) {
        exchange.endIfLate(now);
        lowerFirstDeadline(exchange.deadline());
      }
    } catch (RuntimeException e) {
      firstDeadline.set(now); // the next call examines those that this one did not reach
      throw e;
    }
  }

  private void lowerFirstDeadline(long deadline) {
    long first = firstDeadline.get();
    while (deadline - first < 0 && !firstDeadline.compareAndSet(first, deadline)) {
      first = firstDeadline.get();
    }
  }

  /** Closes connections that were idle for too long, and evicts old DNS entries. */
  public void sweep() {
    idle.sweep();
    reuses.sweep();
    lookup.sweep();
  }

  /** Requests in flight, including those that are still connecting. */
  public int inFlight() {
    return exchanges.size();
  }

  /** Idle connections. */
  public int idleConnections() {
    return idle.count();
  }

  /** Ends all exchanges as failed, and closes all connections. */
  @Override
  public void close() {
    exchanges.forEach(Exchange::stop);
    idle.closeAll();
    opener.close();
    lookup.close();
  }

  DnsLookup lookup() {
    return lookup;
  }

  AddressGuard guard() {
    return guard;
  }

  ConnectionOpener opener() {
    return opener;
  }

  IdleConnections idle() {
    return idle;
  }

  ReuseHistory reuses() {
    return reuses;
  }

  ResponseLimits limits() {
    return limits;
  }

  void ended(Exchange exchange) {
    exchanges.remove(exchange);
  }
}
