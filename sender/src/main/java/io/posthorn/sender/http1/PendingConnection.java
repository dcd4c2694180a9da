package io.posthorn.sender.http1;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection being opened. After cancellation it reports nothing and closes the connection it
 * gets.
 */
final class PendingConnection implements FutureCallback<IOSession>, Cancellable {
  private final Consumer<Connection> opened;
  private final Consumer<Exception> refused;
  private final AtomicBoolean settled = new AtomicBoolean();
  private volatile @Nullable Future<IOSession> request;

  /** The connection to a proxy whose tunnel is not open yet. */
  private volatile @Nullable IOSession tunnelling;

  private volatile boolean proxied;

  PendingConnection(Consumer<Connection> opened, Consumer<Exception> refused) {
    this.opened = opened;
    this.refused = refused;
  }

  /**
   * Opens it as soon as the pacer allows it.
   *
   * @param nanos called then; the time that it has
   */
  void start(ConnectionOpener opener, Peer peer, LongSupplier nanos) {
    proxied = opener.isProxied();
    if (!proxied) {
      opener.paced(() -> ask(opener, peer, peer.socketAddress(), nanos));
      return;
    }
    CompletableFuture<?> _ =
        opener
            .proxyAddress()
            .thenAccept(proxy -> opener.paced(() -> ask(opener, peer, proxy, nanos)))
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    failed(ProxyException.unreachable());
                  }
                });
  }

  private void ask(
      ConnectionOpener opener, Peer peer, InetSocketAddress nextHop, LongSupplier nanos) {
    if (settled.get()) {
      return;
    }
    try {
      Future<IOSession> asked = opener.connect(peer, nextHop, nanos.getAsLong(), this);
      request = asked;
      if (settled.get() && !asked.isDone()) {
        asked.cancel(true); // cancelled before the future existed
      }
    } catch (RuntimeException e) { // such as a closed reactor
      failed(e);
    }
  }

  @Override
  public void completed(IOSession session) {
    if (session.getHandler() instanceof ProxyTunnel tunnel) {
      tunnelling = session;
      CompletableFuture<?> _ =
          tunnel
              .opened()
              .whenComplete(
                  (connection, error) -> {
                    if (error == null) {
                      settle(session, connection);
                    } else {
                      refuse((Exception) error);
                    }
                  });
      if (settled.get()) {
        session.close(CloseMode.IMMEDIATE); // cancelled before the tunnel was known
      }
    } else {
      settle(session, (Connection) session.getHandler());
    }
  }

  private void settle(IOSession session, Connection connection) {
    if (settled.compareAndSet(false, true)) {
      opened.accept(connection);
    } else {
      session.close(CloseMode.IMMEDIATE);
    }
  }

  /** The reactor could not connect: through a proxy, that says nothing about the receiver. */
  @Override
  public void failed(Exception cause) {
    refuse(proxied ? ProxyException.unreachable() : cause);
  }

  private void refuse(Exception cause) {
    if (settled.compareAndSet(false, true)) {
      refused.accept(cause);
    }
  }

  @Override
  public void cancelled() {}

  @Override
  public boolean cancel() {
    boolean first = settled.compareAndSet(false, true);
    Future<IOSession> asked = request;
    if (first && asked != null) {
      asked.cancel(true);
    }
    IOSession tunnel = tunnelling;
    if (first && tunnel != null) {
      tunnel.close(CloseMode.IMMEDIATE);
    }
    return first;
  }
}
