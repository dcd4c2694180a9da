package io.posthorn.server.wire;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection that is spoken over a wire. */
final class WireConnection implements ServerConnection, InterruptableTask<Void> {
  private final ServerConnection inner;
  private final Wire wire;
  private final Runnable gone;

  WireConnection(ServerConnection inner, Wire wire, Runnable gone) {
    this.inner = inner;
    this.wire = wire;
    this.gone = gone;
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    try {
      ScopedValue.where(Wire.CURRENT, wire)
          .call(
              () -> {
                inner.handle(limit);
                return true;
              });
    } finally {
      wire.over();
      gone.run();
    }
  }

  /** Asked by the server from time to time: when the wire looks at its deadline. */
  @Override
  public Duration idleTime() {
    wire.look();
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
