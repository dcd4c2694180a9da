package io.posthorn.sender.http1;

import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.tls.TlsContexts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The opener of HTTP/1.1 connections, on a few shared I/O threads, with TLS for secure peers. A
 * connection is returned before its TLS handshake is done; a request on it waits for the handshake
 * and fails with it.
 *
 * <p>It uses HTTP/1.1 only: a request has its own connection, so that a receiver's behaviour
 * affects no other request, and aborting one means closing it.
 */
final class ConnectionOpener implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ConnectionOpener.class.getName());

  /** The share of DNS threads in which the proxy's name is looked up. */
  private static final String NO_CUSTOMER = "";

  private static final String[] TLS_VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private final DefaultConnectingIOReactor reactor;
  private final TlsContexts tls;
  private final Timeout orphanedAfter;
  private final ConnectPacer pace;
  private final OutboundRoute route;
  private final DnsLookup lookup;

  /**
   * Creates and starts an opener.
   *
   * @param longest the longest time of an exchange; a connection without traffic for twice that
   *     time is orphaned and closed
   */
  ConnectionOpener(
      TlsContexts tls,
      Duration longest,
      ConnectPacer pace,
      OutboundRoute route,
      DnsLookup lookup,
      ThreadFactory threads) {
    this.pace = pace;
    this.route = route;
    this.lookup = lookup;
    this.orphanedAfter = Timeout.of(longest.multipliedBy(2));
    this.tls = tls;
    IOReactorConfig config =
        IOReactorConfig.custom()
            .setIoThreadCount(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4))
            .setSelectInterval(TimeValue.ofMilliseconds(200))
            .setSoTimeout(orphanedAfter)
            .setTcpNoDelay(true)
            .build();
    this.reactor =
        new DefaultConnectingIOReactor(
            this::handler, config, threads, null, ConnectionOpener::unexpected, null, null);
    reactor.start();
  }

  /** Runs a step that opens a connection at the pacer's rate. */
  void paced(Runnable step) {
    pace.take(step);
  }

  boolean isProxied() {
    return route.proxy() != null;
  }

  /** Returns the proxy's address, looked up with the same cache as those of receivers. */
  CompletableFuture<InetSocketAddress> proxyAddress() {
    OutboundRoute.Proxy proxy = Objects.requireNonNull(route.proxy());
    return lookup
        .addressesOf(
            NO_CUSTOMER, proxy.host(), System.nanoTime() + orphanedAfter.toDuration().toNanos())
        .thenApply(found -> new InetSocketAddress(found.getFirst(), proxy.port()));
  }

  Future<IOSession> connect(
      Peer peer, InetSocketAddress nextHop, long nanos, FutureCallback<IOSession> callback) {
    Timeout timeout = Timeout.ofMilliseconds(Math.max(1, nanos / 1_000_000));
    InetAddress bind = route.bindAddress();
    InetSocketAddress local = bind == null ? null : new InetSocketAddress(bind, 0);
    return reactor.connect(peer, nextHop, local, timeout, peer, callback);
  }

  @Override
  public void close() {
    pace.close();
    reactor.close(CloseMode.IMMEDIATE);
  }

  private IOEventHandler handler(ProtocolIOSession session, Object attachment) {
    Peer peer = (Peer) attachment;
    OutboundRoute.Proxy proxy = route.proxy();
    return proxy == null
        ? connection(session, peer)
        : new ProxyTunnel(session, peer, proxy.credentials(), () -> connection(session, peer));
  }

  private Connection connection(ProtocolIOSession session, Peer peer) {
    boolean secure = peer.secure();
    if (secure) {
      session.startTls(
          tls.of(peer.identity()),
          peer,
          SSLBufferMode.DYNAMIC,
          (p, engine) -> demand(engine),
          null,
          orphanedAfter);
    }
    return new Connection(session, secure);
  }

  private static void unexpected(Exception problem) {
    if (!(problem instanceof ClosedSelectorException)) { // expected on close
      LOG.log(Level.ERROR, "Unexpected error on an I/O thread.", problem);
    }
  }

  /** Enables the JDK's check of certificate chain and host name. */
  private static void demand(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(TLS_VERSIONS);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
  }
}
