package io.posthorn.sender.http1;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.SSLContext;
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
 * Opens connections: a few I/O threads for all of them, HTTP/1.1, over TLS where the peer is
 * secure. A connection is handed over before its TLS handshake is done; a request put on it waits
 * for that, and is told when it fails.
 *
 * <p>HTTP/1.1 alone: a request has its connection to itself, so that whatever a receiver does with
 * one touches no other, and cutting one short is closing it.
 */
final class ConnectionOpener implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ConnectionOpener.class.getName());
  private static final String[] TLS_VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private final DefaultConnectingIOReactor reactor;
  private final SSLContext tls;
  private final Timeout orphanedAfter;
  private final ConnectPacer pace;

  /**
   * A connector that runs.
   *
   * @param longest that an exchange can take: a connection on which nothing moves for twice that
   *     time came too late for whoever asked for it, and is closed
   */
  ConnectionOpener(SSLContext tls, Duration longest, ConnectPacer pace, ThreadFactory threads) {
    this.pace = pace;
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

  /** Runs a step that opens a connection when it is its turn. */
  void inTurn(Runnable step) {
    pace.take(step);
  }

  Future<IOSession> connect(Peer peer, long nanos, FutureCallback<IOSession> callback) {
    Timeout timeout = Timeout.ofMilliseconds(Math.max(1, nanos / 1_000_000));
    return reactor.connect(peer, peer.socketAddress(), null, timeout, peer, callback);
  }

  @Override
  public void close() {
    pace.close();
    reactor.close(CloseMode.IMMEDIATE);
  }

  private IOEventHandler handler(ProtocolIOSession session, Object attachment) {
    boolean secure = attachment instanceof Peer peer && peer.secure();
    if (secure) {
      session.startTls(
          tls,
          (Peer) attachment,
          SSLBufferMode.DYNAMIC,
          (p, engine) -> demand(engine),
          null,
          orphanedAfter);
    }
    return new Connection(session, secure);
  }

  private static void unexpected(Exception problem) {
    if (!(problem instanceof ClosedSelectorException)) { // so it ends when we close
      LOG.log(Level.ERROR, "An I/O thread met a problem that it did not expect.", problem);
    }
  }

  /** The platform itself checks the certificate's chain, and that it names the host. */
  private static void demand(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(TLS_VERSIONS);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
  }
}
