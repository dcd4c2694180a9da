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
 * An inbound connection with its limits. It counts the bytes that arrive, and limits the time that
 * its thread waits for them, or for the caller to read a response.
 *
 * <p>Its own thread reads and writes. Another thread checks the deadline about once a second. It
 * interrupts a wait that is too long, which closes the connection. It never interrupts the thread
 * during other work, such as writing to the store.
 */
public final class InboundConnection implements Supplier<byte[]> {
  static final ScopedValue<InboundConnection> CURRENT = ScopedValue.newInstance();

  /** The overhead of a chunk of bytes in memory; callers can send single bytes. */
  private static final int PER_PIECE = 64;

  /** The longest time to read the rest of a refused body. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  private final HelidonSocket socket;
  private final ConnectionLimits limits;
  private final InboundByteBudget budget;

  private RequestLine line = RequestLine.NONE;
  private String knownHost = "";
  private boolean callerKnown;
  private boolean inRequest;
  private long requestBegan;
  private long received;
  private long counted;
  private long taken;
  private int mostBytes;
  private boolean discarding;
  private long discardEnds;

  private @Nullable Thread waiting;
  private long waitEnds;
  private boolean cut;

  InboundConnection(HelidonSocket socket, ConnectionLimits limits, InboundByteBudget budget) {
    this.socket = socket;
    this.limits = limits;
    this.budget = budget;
    this.mostBytes = limits.unauthenticatedBytes();
  }

  /** Begins a request of an unauthenticated caller, with the smaller limits. */
  public static void callerUnknown() {
    if (CURRENT.isBound()) {
      InboundConnection connection = CURRENT.get();
      connection.mostBytes = connection.limits.unauthenticatedBytes();
    }
  }

  /**
   * Marks the caller of this thread's request as authenticated; from now on the larger limits
   * apply.
   */
  public static void callerKnown() {
    if (CURRENT.isBound()) {
      InboundConnection connection = CURRENT.get();
      connection.mostBytes = connection.limits.requestBytes();
      connection.callerKnown = true;
    }
  }

  /** Returns whether this thread's request is HTTP/1.0: its connection ends with the response. */
  public static boolean isHttp10() {
    return CURRENT.isBound() && CURRENT.get().line.http10();
  }

  /** Counts the bytes that decompression added, like received bytes. */
  public static void unpacked(int bytes) {
    if (CURRENT.isBound()) {
      CURRENT.get().count(bytes);
    }
  }

  /**
   * Reads and drops the rest of this thread's request, which has its response, for a while. If the
   * connection were closed at once, a reset could overtake the response.
   */
  public static void discardRest() {
    if (CURRENT.isBound()) {
      InboundConnection connection = CURRENT.get();
      Duration most = connection.limits.request();
      connection.discarding = true;
      connection.discardEnds = in(most.compareTo(LONGEST_REST) < 0 ? most : LONGEST_REST);
    }
  }

  /** Takes the first line of a request as it came; returns it for the web server. */
  byte[] requestLine(byte[] bytes) {
    line = RequestLine.of(bytes);
    return line.text();
  }

  RequestLine requestLine() {
    return line;
  }

  /** Returns whether a text is a host, which it nearly always is if the last request named it. */
  boolean isHost(String text) {
    if (text.equals(knownHost)) {
      return true;
    }
    boolean host = StrictRequestForm.isHost(text);
    knownHost = host ? text : knownHost;
    return host;
  }

  /** Reads the next bytes; null at the end. */
  @Override
  public byte @Nullable [] get() {
    begin(readEnds());
    byte[] bytes;
    try {
      bytes = socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException(
          "The caller closed the connection, or sent the request too slowly.", e);
    } finally {
      end();
    }
    if (bytes != null) {
      count(bytes.length);
    }
    return bytes;
  }

  private long readEnds() {
    if (discarding) {
      return discardEnds;
    }
    return inRequest ? requestEnds() : in(callerKnown ? limits.idle() : limits.unauthenticated());
  }

  private void count(int bytes) {
    if (discarding) { // costs no memory
      received += bytes;
      if (received > mostBytes || System.nanoTime() - discardEnds > 0) {
        throw refused(Status.REQUEST_ENTITY_TOO_LARGE_413);
      }
      return;
    }
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

  static RequestException refused(Status status) {
    return RequestException.builder()
        .type(EventType.OTHER)
        .status(status)
        .setKeepAlive(false)
        .message("the request exceeds a limit of its connection")
        .build();
  }

  /** Writes a part of the response, which ends the request. */
  void write(Runnable write) {
    begin(in(limits.response()));
    try {
      write.run();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException(
          "The caller closed the connection, or does not read the response.", e);
    } finally {
      end();
      requestEnded();
    }
  }

  /** Ends the request, or the connection. */
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
      var _ =
          Thread.interrupted(); // the interrupt has served its purpose: the connection is closed
    }
  }

  /**
   * Ends a wait that is too long; called by another thread. A caller that is still sending gets a
   * 408.
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
