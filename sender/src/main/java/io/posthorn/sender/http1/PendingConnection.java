package io.posthorn.sender.http1;

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

  PendingConnection(Consumer<Connection> opened, Consumer<Exception> refused) {
    this.opened = opened;
    this.refused = refused;
  }

  /**
   * Opens it as soon as it is its turn.
   *
   * @param nanos called then; the time that it has
   */
  void start(ConnectionOpener connector, Peer peer, LongSupplier nanos) {
    connector.inTurn(() -> ask(connector, peer, nanos));
  }

  private void ask(ConnectionOpener connector, Peer peer, LongSupplier nanos) {
    if (settled.get()) {
      return;
    }
    try {
      Future<IOSession> asked = connector.connect(peer, nanos.getAsLong(), this);
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
    if (settled.compareAndSet(false, true)) {
      opened.accept((Connection) session.getHandler());
    } else {
      session.close(CloseMode.IMMEDIATE);
    }
  }

  @Override
  public void failed(Exception cause) {
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
    return first;
  }
}
