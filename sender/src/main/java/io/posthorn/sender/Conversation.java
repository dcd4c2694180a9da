package io.posthorn.sender;

import io.posthorn.core.message.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on one connection.
 *
 * <p>The connection's I/O thread calls everything; the timer as well calls {@link #head} and {@link
 * #answer}. From the head on the outcome is settled; the body is read to keep its start and to have
 * the connection back.
 */
final class Conversation implements AsyncClientExchangeHandler {
  /** More interim responses than any server has reason to send; each costs us time to read. */
  private static final int MAX_INTERIM = 20;

  private static final int MAX_RETRY_AFTER = 100;

  /** What came before the body. */
  record Head(int status, long atNanos, @Nullable String retryAfter, long keepNanos) {}

  private final Exchange exchange;
  private final Peer peer;
  private final IOSession session;
  private final boolean reused;
  private final ResponseLimits limits;
  private final ByteBuffer body;
  private boolean begun;
  private boolean bodySent;
  private int interim;
  private int received;
  private volatile @Nullable Head head;
  private byte[] start = {};
  private volatile int startLength;

  Conversation(Exchange exchange, Peer peer, IOSession session, boolean reused) {
    this.exchange = exchange;
    this.peer = peer;
    this.session = session;
    this.reused = reused;
    this.limits = exchange.transport().limits();
    this.body = ByteBuffer.wrap(exchange.request().body());
  }

  /** The response so far; null while there is no head of one. */
  @Nullable Head head() {
    return head;
  }

  /** The outcome that a head is, with as much of the body as came. */
  Outcome answer(Head settled) {
    int length = startLength; // read before the array, which is written before it
    return new Outcome(
        settled.status(),
        null,
        exchange.millisUntil(settled.atNanos()),
        "",
        settled.retryAfter(),
        EchoedSecrets.cover(Arrays.copyOf(start, length), exchange.request().head()));
  }

  /** A response came that is not the last one. */
  void onInterim() {
    interim++;
    if (interim > MAX_INTERIM) {
      exchange.fail(new ProtocolException("more than " + MAX_INTERIM + " interim responses"), peer);
    }
  }

  @Override
  public void produceRequest(RequestChannel channel, HttpContext context)
      throws HttpException, IOException {
    begun = true;
    exchange.reach(Stage.WAITING);
    int length = exchange.request().body().length;
    channel.sendRequest(
        exchange.request().head(),
        new BasicEntityDetails(length, ContentType.APPLICATION_JSON),
        context);
  }

  @Override
  public int available() {
    return body.remaining();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    channel.write(body);
    if (!body.hasRemaining() && !bodySent) {
      bodySent = true;
      channel.endStream();
    }
  }

  @Override
  public void consumeInformation(HttpResponse response, HttpContext context) {
    onInterim();
  }

  @Override
  public void consumeResponse(
      HttpResponse response, @Nullable EntityDetails entity, HttpContext context) {
    long now = System.nanoTime();
    if (exchange.isLate(now)) {
      exchange.timeOut();
      return;
    }
    Header header = response.getFirstHeader("Retry-After");
    String retryAfter = header == null ? null : header.getValue();
    head =
        new Head(
            response.getCode(),
            now,
            retryAfter == null ? null : PlainText.of(retryAfter, MAX_RETRY_AFTER),
            KeepAlive.nanos(response));
    if (entity == null) {
      end();
    }
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(limits.bytes());
  }

  @Override
  public void consume(ByteBuffer bytes) {
    int length = startLength;
    int keep = Math.min(bytes.remaining(), limits.kept() - length);
    received += bytes.remaining();
    if (keep > 0) {
      start = Arrays.copyOf(start, length + keep);
      bytes.get(start, length, keep);
      startLength = length + keep;
    }
    bytes.position(bytes.limit());
    Head settled = head;
    if (received > limits.bytes() && settled != null) {
      exchange.abort(answer(settled));
    }
  }

  @Override
  public void streamEnd(@Nullable List<? extends Header> trailers) {
    end();
  }

  /** The whole response is there: report it, and keep the connection where that is safe. */
  private void end() {
    Head settled = head;
    if (settled == null || !exchange.claim()) {
      return;
    }
    // A response that came before the request was sent leaves half a request behind.
    if (bodySent && session.isOpen() && settled.keepNanos() > 0) {
      exchange.transport().idle().put(peer, session, settled.keepNanos());
    } else {
      session.close(CloseMode.IMMEDIATE);
    }
    exchange.report(answer(settled));
  }

  @Override
  public void failed(Exception cause) {
    Head settled = head;
    if (settled != null) {
      exchange.abort(answer(settled));
    } else if (!begun && reused) {
      exchange.connect();
    } else {
      exchange.fail(cause, peer);
    }
  }

  @Override
  public void cancel() {
    failed(new RequestNotExecutedException());
  }

  @Override
  public void releaseResources() {}
}
