package io.posthorn.server.http.limits;

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
 * One connection of a caller. It counts the bytes that come in, and bounds the time that its thread
 * waits for them, or for the caller to read a response.
 *
 * <p>Its own thread reads and writes. Another thread checks the deadline every second or so, and
 * ends a wait that is too long by an interrupt, which closes the connection; never while the thread
 * does anything else, because that might be writing to the store.
 */
public final class InboundConnection implements Supplier<byte[]> {
  static final ScopedValue<InboundConnection> CURRENT = ScopedValue.newInstance();

  /** The memory that a piece takes beside its bytes; callers can send single bytes. */
  private static final int PER_PIECE = 64;

  private final HelidonSocket socket;
  private final ConnectionLimits limits;
  private final InboundByteBudget budget;

  private boolean callerKnown;
  private boolean inRequest;
  private long requestBegan;
  private long received;
  private long counted;
  private long taken;
  private int mostBytes;

  private @Nullable Thread waiting;
  private long waitEnds;
  private boolean cut;

  InboundConnection(HelidonSocket socket, ConnectionLimits limits, InboundByteBudget budget) {
    this.socket = socket;
    this.limits = limits;
    this.budget = budget;
    this.mostBytes = limits.unauthenticatedBytes();
  }

  /** A request begins whose caller is not known yet: only a small body is accepted. */
  public static void callerUnknown() {
    if (CURRENT.isBound()) {
      InboundConnection connection = CURRENT.get();
      connection.mostBytes = connection.limits.unauthenticatedBytes();
    }
  }

  /**
   * The caller of this thread's request is known: large bodies and the longer deadlines apply from
   * now on.
   */
  public static void callerKnown() {
    if (CURRENT.isBound()) {
      InboundConnection connection = CURRENT.get();
      connection.mostBytes = connection.limits.requestBytes();
      connection.callerKnown = true;
    }
  }

  /** The next bytes; null at the end. */
  @Override
  public byte @Nullable [] get() {
    begin(inRequest ? requestEnds() : in(callerKnown ? limits.idle() : limits.unauthenticated()));
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
    if (!inRequest) {
      inRequest = true;
      requestBegan = System.nanoTime();
    } else if (System.nanoTime() - requestEnds() > 0) {
      throw refused(Status.REQUEST_TIMEOUT_408);
    }
    received += bytes;
    if (received > mostBytes) {
      throw refused(Status.REQUEST_ENTITY_TOO_LARGE_413);
    }
    long cost = (long) bytes + PER_PIECE;
    if (counted + cost > ConnectionLimits.SMALL) {
      if (!budget.take(cost)) {
        throw refused(Status.SERVICE_UNAVAILABLE_503);
      }
      taken += cost;
    }
    counted += cost;
  }

  private long requestEnds() {
    return requestBegan + (callerKnown ? limits.request() : limits.unauthenticated()).toNanos();
  }

  private static RequestException refused(Status status) {
    return RequestException.builder()
        .type(EventType.OTHER)
        .status(status)
        .setKeepAlive(false)
        .message("a limit of the connection")
        .build();
  }

  /** Writes a part of the response; the request is over then. */
  void write(Runnable write) {
    begin(in(limits.response()));
    try {
      write.run();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("The caller is gone, or does not read.", e);
    } finally {
      end();
      requestEnded();
    }
  }

  /** The request is over, or the connection is. */
  void requestEnded() {
    inRequest = false;
    received = 0;
    counted = 0;
    budget.giveBack(taken);
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

  /**
   * Ends a wait that is too long; called by another thread. A caller that still sends gets a 408.
   */
  synchronized void endIfLate() {
    if (waiting != null && System.nanoTime() - waitEnds > limits.checkEvery().toNanos()) {
      cut = true;
      waiting.interrupt();
    }
  }

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }
}
