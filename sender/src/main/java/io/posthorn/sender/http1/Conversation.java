package io.posthorn.sender.http1;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.text.PlainText;
import io.posthorn.sender.http1.Exchange.Stage;
import io.posthorn.sender.http1.ResponseHead.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on one connection.
 *
 * <p>The connection calls it, from one thread at a time; the timer as well calls {@link #head} and
 * {@link #answer}. From the head on the outcome is settled; the body is read to keep its start and
 * to have the connection back.
 */
final class Conversation {
  /** More interim responses than any server has reason to send; each costs us time to read. */
  private static final int MAX_INTERIM = 20;

  /** All heads together, interim ones too; and as much again as a body may have, for its chunks. */
  private static final int MAX_AROUND = 262_144;

  private static final int MAX_RETRY_AFTER = 100;
  private static final byte[] NOTHING = {};

  /** What came before the body. */
  record Head(int status, long atNanos, @Nullable String retryAfter, long keepNanos) {}

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
    this.limits = exchange.transport().limits();
    this.head = ByteBuffer.wrap(exchange.request().head());
    this.rest = ByteBuffer.wrap(exchange.request().rest());
  }

  /** The next of the request to be written; null once all of it is. */
  @Nullable ByteBuffer unsent() {
    if (!begun) {
      begun = true;
      exchange.reach(Stage.WAITING);
    }
    if (head.hasRemaining()) {
      return head;
    }
    return rest.hasRemaining() ? rest : null;
  }

  /** Whether a byte of the request may have left. */
  boolean hasBegun() {
    return begun;
  }

  boolean isSent() {
    return !head.hasRemaining() && !rest.hasRemaining();
  }

  /** The response so far; null while there is no head of one. */
  @Nullable Head head() {
    return settled;
  }

  /** The outcome that a head is, with as much of the body as came. */
  Outcome answer(Head known) {
    int length = startLength; // read before the array, which is written before it
    return new Outcome(
        known.status(),
        null,
        exchange.millisUntil(known.atNanos()),
        "",
        known.retryAfter(),
        EchoedSecrets.cover(Arrays.copyOf(start, length), exchange.request().secrets()));
  }

  /** Reads on in the response; says whether it is complete. */
  boolean take(ByteBuffer bytes) throws HttpException, IOException {
    int from = bytes.position();
    boolean complete = read(bytes);
    taken += bytes.position() - from;
    if (!complete && taken > MAX_AROUND + 2L * limits.bytes()) {
      throw new MessageConstraintException("there is more around the body than can be of use");
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
    interim++;
    if (interim > MAX_INTERIM) {
      throw new ProtocolException("more than " + MAX_INTERIM + " interim responses");
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
    int keep = Math.min(bytes.remaining(), limits.kept() - length);
    received += bytes.remaining();
    if (keep > 0) {
      start = Arrays.copyOf(start, length + keep);
      bytes.get(start, length, keep);
      startLength = length + keep;
    }
    Head known = settled;
    if (received > limits.bytes() && known != null) {
      exchange.abort(answer(known));
    }
  }

  /** Whether a connection that ends now leaves a complete response behind. */
  boolean endsWithConnection() {
    return body instanceof ResponseBody.UntilClosed;
  }

  /** Whether the receiver lets the connection take a next request. */
  boolean leavesConnectionUsable() {
    Head known = settled;
    return known != null && known.keepNanos() > 0 && connection.isOpen();
  }

  /** The whole response is there: report it, and keep the connection where that is safe. */
  void end(boolean kept) {
    Head known = settled;
    if (known == null || !exchange.claim()) {
      connection.cut();
      return;
    }
    if (kept) {
      exchange.transport().idle().put(peer, connection, known.keepNanos());
    } else {
      connection.cut();
    }
    exchange.report(answer(known));
  }

  /** The connection is lost, or what came on it was no response. */
  void failed(Exception cause) {
    Head known = settled;
    if (known != null) {
      exchange.abort(answer(known));
    } else if (!begun && reused) {
      exchange.connect();
    } else {
      exchange.fail(cause, peer);
    }
  }
}
