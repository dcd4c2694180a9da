package io.posthorn.sender.http1;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.message.ResendRule;
import io.posthorn.core.text.PlainText;
import io.posthorn.sender.http1.Exchange.Phase;
import io.posthorn.sender.http1.ResponseHead.Field;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on one connection.
 *
 * <p>The connection calls it from one thread at a time; the timer also calls {@link #head} and
 * {@link #response}. The head determines the outcome; the body is read to keep its start and to
 * reuse the connection.
 */
final class Conversation {
  private static final int MAX_RETRY_AFTER = 100;
  private static final byte[] NOTHING = {};

  /** The parsed head of a response. */
  record Head(int status, long atNanos, @Nullable String retryAfter, long keepNanos) {}

  /** A 101 response, which was not requested; the data after it is not HTTP. */
  static final class UnrequestedUpgradeException extends ProtocolException {
    UnrequestedUpgradeException() {
      super("101 without a request for an upgrade");
    }
  }

  private final Exchange exchange;
  private final Peer peer;
  private final Connection connection;
  private final boolean reused;
  private final ResponseLimits limits;
  private final LineReader lines = new LineReader();
  private final ByteBuffer head;
  private final ByteBuffer rest;
  private ResponseHead coming = new ResponseHead(lines);
  private @Nullable ResponseBody body;
  private volatile boolean begun;
  private volatile boolean responseBegun;
  private int interim;
  private int received;
  private long taken;
  private volatile @Nullable Head settled;
  private byte[] start = NOTHING;
  private volatile int startLength;

  Conversation(Exchange exchange, Peer peer, Connection connection, boolean reused) {
    this.exchange = exchange;
    this.peer = peer;
    this.connection = connection;
    this.reused = reused;
    this.limits = exchange.limits();
    this.head = ByteBuffer.wrap(exchange.request().head());
    this.rest = ByteBuffer.wrap(exchange.request().rest());
  }

  /** The next bytes of the request to write; null once all are written. */
  @Nullable ByteBuffer unsent() {
    if (!begun) {
      begun = true;
      exchange.reach(Phase.WAITING);
    }
    if (head.hasRemaining()) {
      return head;
    }
    return rest.hasRemaining() ? rest : null;
  }

  /** Returns whether a byte of the request may have been sent. */
  boolean hasBegun() {
    return begun;
  }

  boolean isSent() {
    return !head.hasRemaining() && !rest.hasRemaining();
  }

  /** The response's head; null while it is incomplete. */
  @Nullable Head head() {
    return settled;
  }

  /** The outcome for a head, with the body read so far. */
  Outcome response(Head known) {
    int length = startLength; // read before the array, which is written before it
    return new Outcome(
        known.status(),
        null,
        exchange.millisUntil(known.atNanos()),
        "",
        known.retryAfter(),
        EchoedSecrets.cover(Arrays.copyOf(start, length), exchange.request().secrets()));
  }

  /** Continues reading the response; returns whether it is complete. */
  boolean take(ByteBuffer bytes) throws HttpException, IOException {
    if (!responseBegun) {
      responseBegun = true;
      if (reused) {
        exchange.transport().reuses().responded(peer);
      }
    }
    int from = bytes.position();
    boolean complete = read(bytes);
    taken += bytes.position() - from;
    if (!complete && taken > limits.maxBytes()) {
      throw new MessageConstraintException("too many bytes outside the body");
    }
    return complete;
  }

  private boolean read(ByteBuffer bytes) throws HttpException, IOException {
    ResponseBody known = body;
    while (known == null) {
      if (!coming.read(bytes)) {
        return false;
      }
      if (coming.isInterim()) {
        passOver();
      } else {
        known = settle();
        body = known;
      }
    }
    return known.read(bytes, this::keep);
  }

  private void passOver() throws ProtocolException {
    if (coming.status() == 101) {
      throw new UnrequestedUpgradeException();
    }
    interim++;
    if (interim > ResponseLimits.MAX_INTERIM_RESPONSES) {
      throw new ProtocolException(
          "more than " + ResponseLimits.MAX_INTERIM_RESPONSES + " interim responses");
    }
    coming = new ResponseHead(lines);
  }

  private ResponseBody settle() throws HttpException, IOException {
    ResponseBody announced = ResponseBody.after(coming);
    long now = System.nanoTime();
    if (exchange.isLate(now)) {
      exchange.timeOut();
      return announced;
    }
    String retryAfter = coming.value(Field.RETRY_AFTER);
    settled =
        new Head(
            coming.status(),
            now,
            retryAfter == null ? null : PlainText.of(retryAfter, MAX_RETRY_AFTER),
            KeepAlive.nanos(coming));
    return announced;
  }

  private void keep(ByteBuffer bytes) {
    int length = startLength;
    int keep = Math.min(bytes.remaining(), limits.keptBytes() - length);
    received += bytes.remaining();
    if (keep > 0) {
      start = Arrays.copyOf(start, length + keep);
      bytes.get(start, length, keep);
      startLength = length + keep;
    }
    Head known = settled;
    if (received > limits.bodyBytes() && known != null) {
      exchange.abort(response(known));
    }
  }

  /** Returns whether the response is complete if the connection ends now. */
  boolean endsWithConnection() {
    return body instanceof ResponseBody.UntilClosed;
  }

  /** Returns whether the receiver allows another request on the connection. */
  boolean leavesConnectionUsable() {
    Head known = settled;
    return known != null && known.keepNanos() > 0 && connection.isOpen();
  }

  /** Reports the complete response, and keeps the connection if that is safe. */
  void end(boolean kept) {
    Head known = settled;
    if (known == null || !exchange.claim()) {
      connection.cut();
      return;
    }
    if (kept && exchange.transport().reuses().allows(peer)) {
      exchange.transport().idle().put(peer, connection, known.keepNanos());
    } else {
      connection.cut();
    }
    exchange.report(response(known));
  }

  /** Fails the conversation: the connection was lost, or the data was not a response. */
  void failed(Exception cause) {
    Head known = settled;
    if (known != null) {
      exchange.abort(response(known));
    } else if (!begun && reused) {
      exchange.beginAgain(false);
    } else if (ended(cause) && ResendRule.allows(reused, responseBegun, exchange.isResent())) {
      exchange.transport().reuses().ended(peer);
      exchange.beginAgain(true);
    } else {
      exchange.fail(cause, peer);
    }
  }

  /** Returns whether the receiver closed the connection; a timeout does not count. */
  private static boolean ended(Exception cause) {
    return cause instanceof IOException && !(cause instanceof SocketTimeoutException);
  }
}
