package io.posthorn.server.wire;

import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a caller: what comes in is counted, and whoever waits for it, or for the caller
 * to take an answer, waits no longer than the limits say.
 *
 * <p>Its own thread reads and writes. Another looks at the deadline from time to time, and ends a
 * wait that is over by an interrupt, which closes the connection; never while the thread does
 * anything else, since that might be writing to the store.
 */
public final class Wire implements Supplier<byte[]> {
  static final ScopedValue<Wire> CURRENT = ScopedValue.newInstance();

  /**
   * What keeping a piece costs beside its bytes: who sends single bytes shall not get 50 for one.
   */
  private static final int PER_PIECE = 64;

  private final HelidonSocket socket;
  private final WireLimits limits;
  private final Inflow inflow;

  private boolean known;
  private boolean underWay;
  private long requestBegan;
  private long received;
  private long counted;
  private long taken;
  private int most;

  private @Nullable Thread waiting;
  private long waitEnds;
  private boolean cut;

  Wire(HelidonSocket socket, WireLimits limits, Inflow inflow) {
    this.socket = socket;
    this.limits = limits;
    this.inflow = inflow;
    this.most = limits.strangers();
  }

  /** A request has come whose caller is not known: it may bring little. */
  public static void meet() {
    if (CURRENT.isBound()) {
      Wire wire = CURRENT.get();
      wire.most = wire.limits.strangers();
    }
  }

  /**
   * The caller of the request that this thread reads is known: it may bring a large body, and take
   * its time from now on.
   */
  public static void admit() {
    if (CURRENT.isBound()) {
      Wire wire = CURRENT.get();
      wire.most = wire.limits.most();
      wire.known = true;
    }
  }

  /** The next bytes; null at the end. */
  @Override
  public byte @Nullable [] get() {
    begin(underWay ? requestEnds() : in(known ? limits.idle() : limits.unknown()));
    byte[] bytes;
    try {
      bytes = socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("The caller is gone, or was too slow.", e);
    } finally {
      end();
    }
    if (bytes != null) {
      count(bytes.length);
    }
    return bytes;
  }

  private void count(int bytes) {
    if (!underWay) {
      underWay = true;
      requestBegan = System.nanoTime();
    } else if (System.nanoTime() - requestEnds() > 0) {
      throw refused(Status.REQUEST_TIMEOUT_408);
    }
    received += bytes;
    if (received > most) {
      throw refused(Status.REQUEST_ENTITY_TOO_LARGE_413);
    }
    long cost = (long) bytes + PER_PIECE;
    if (counted + cost > WireLimits.SMALL) {
      if (!inflow.take(cost)) {
        throw refused(Status.SERVICE_UNAVAILABLE_503);
      }
      taken += cost;
    }
    counted += cost;
  }

  private long requestEnds() {
    return requestBegan + (known ? limits.request() : limits.unknown()).toNanos();
  }

  private static RequestException refused(Status status) {
    return RequestException.builder()
        .type(EventType.OTHER)
        .status(status)
        .setKeepAlive(false)
        .message("a limit of the connection")
        .build();
  }

  /** Runs a write: an answer, with which the request is over. */
  void write(Runnable write) {
    begin(in(limits.answer()));
    try {
      write.run();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("The caller is gone, or does not read.", e);
    } finally {
      end();
      over();
    }
  }

  /** The request is over, or the connection is. */
  void over() {
    underWay = false;
    received = 0;
    counted = 0;
    inflow.give(taken);
    taken = 0;
  }

  private synchronized void begin(long until) {
    waiting = Thread.currentThread();
    waitEnds = until;
  }

  private synchronized void end() {
    waiting = null;
    if (cut) {
      cut = false;
      var _ = Thread.interrupted(); // it has done its work, the connection is closed
    }
  }

  /** Ends a wait that is over; called by another thread. Who still sends is told so instead. */
  synchronized void look() {
    if (waiting != null && System.nanoTime() - waitEnds > limits.look().toNanos()) {
      cut = true;
      waiting.interrupt();
    }
  }

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }
}
