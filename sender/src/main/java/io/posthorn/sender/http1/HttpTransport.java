package io.posthorn.sender.http1;

import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.DnsLookup;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * The HTTP/1.1 client: it takes written requests and reports one outcome for each.
 *
 * <p>It has no timer of its own: whoever owns it calls {@link #endLate} every few milliseconds and
 * {@link #sweep} now and then.
 */
public final class HttpTransport implements AutoCloseable {
  /** The outcome of a request that was cut short by shutdown. */
  public static final String STOPPED = "Posthorn was stopped before the receiver answered.";

  private final DnsLookup lookup;
  private final AddressGuard guard;
  private final ConnectionOpener opener;
  private final IdleConnections idle = new IdleConnections();
  private final ResponseLimits limits;
  private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();

  /**
   * A transport that is ready to send.
   *
   * @param longest how long an exchange can take at most
   * @param threads makes the thread factory for threads of a name
   */
  public HttpTransport(
      DnsLookup lookup,
      AddressGuard guard,
      SSLContext tls,
      Duration longest,
      ResponseLimits limits,
      Function<String, ThreadFactory> threads) {
    this.lookup = lookup;
    this.guard = guard;
    this.limits = limits;
    this.opener =
        new ConnectionOpener(
            tls,
            longest,
            new ConnectPacer(threads.apply("posthorn-connect")),
            threads.apply("posthorn-http"));
  }

  /**
   * Sends a request.
   *
   * @param startNanos when the attempt began, on the clock of {@link System#nanoTime}
   * @param report told the outcome once, by an I/O thread or the thread of {@link #endLate}
   */
  public void send(OutboundRequest request, long startNanos, Consumer<Outcome> report) {
    Exchange exchange = new Exchange(this, request, startNanos, report);
    exchanges.add(exchange);
    exchange.start();
  }

  /** Ends the exchanges whose deadline has passed. */
  public void endLate() {
    long now = System.nanoTime();
    for (Exchange exchange : exchanges) {
      exchange.endIfLate(now);
    }
  }

  /** Closes connections that were idle for too long, and forgets old answers of DNS. */
  public void sweep() {
    idle.sweep();
    lookup.sweep();
  }

  /** Requests that have a connection, or are getting one. */
  public int inFlight() {
    return exchanges.size();
  }

  /** Connections that wait for a next request. */
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

  ResponseLimits limits() {
    return limits;
  }

  void ended(Exchange exchange) {
    exchanges.remove(exchange);
  }
}
