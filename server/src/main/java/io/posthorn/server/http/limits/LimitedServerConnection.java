package io.posthorn.server.http.limits;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection of the web server under the limits of an {@link InboundConnection}. */
final class LimitedServerConnection implements ServerConnection, InterruptableTask<Void> {
  private final ServerConnection inner;
  private final InboundConnection connection;
  private final Runnable closed;

  LimitedServerConnection(ServerConnection inner, InboundConnection connection, Runnable closed) {
    this.inner = inner;
    this.connection = connection;
    this.closed = closed;
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    try {
      ScopedValue.where(InboundConnection.CURRENT, connection)
          .call(
              () -> {
                inner.handle(limit);
                return true;
              });
    } finally {
      connection.requestEnded();
      closed.run();
    }
  }

  /** Called by the web server periodically; checks the deadline. */
  @Override
  public Duration idleTime() {
    connection.endIfLate();
    return Duration.ZERO;
  }

  @Override
  public void close(boolean interrupt) {
    inner.close(interrupt);
  }

  @Override
  public boolean canInterrupt() {
    return inner instanceof InterruptableTask<?> task && task.canInterrupt();
  }
}
