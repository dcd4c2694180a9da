package io.posthorn.sender.http1;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AddressGuard;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * One attempt in flight: lookup, guard, connection, request and response under one deadline.
 *
 * <p>Its steps run on any thread and hold no lock, because the library calls back with its own
 * locks held. {@link #claim} decides who ends the exchange, so it is reported exactly once. A step
 * first publishes how to cancel it and then checks whether the exchange has ended; the ending side
 * claims first and cancels second. So no step is left behind.
 */
final class Exchange {
  /** The phase of an exchange, with the clause that a timeout message uses. */
  enum Stage {
    RESOLVING("DNS lookup was not finished"),
    CONNECTING("the connection was not established"),
    SECURING("the TLS handshake was not finished"),
    WAITING("the request was sent, but no complete response head arrived");

    private final String unfinished;

    Stage(String unfinished) {
      this.unfinished = unfinished;
    }

    String unfinished() {
      return unfinished;
    }
  }

  private final HttpTransport transport;
  private final OutboundRequest request;
  private final Consumer<Outcome> report;
  private final long start;
  private final AtomicBoolean done = new AtomicBoolean();
  private volatile Stage stage = Stage.RESOLVING;
  private volatile Cancellable step = () -> false;
  private volatile @Nullable Conversation conversation;
  private volatile long deadline;
  private volatile List<InetAddress> addresses = List.of();

  /**
   * Creates an exchange.
   *
   * @param start on the clock of {@link System#nanoTime}
   */
  Exchange(HttpTransport transport, OutboundRequest request, long start, Consumer<Outcome> report) {
    this.transport = transport;
    this.request = request;
    this.start = start;
    this.deadline = start + request.timeoutNanos();
    this.report = report;
  }

  OutboundRequest request() {
    return request;
  }

  HttpTransport transport() {
    return transport;
  }

  void start() {
    Waiter waiter = new Waiter(this);
    begin(waiter);
    CompletableFuture<?> _ =
        transport.lookup().addressesOf(request.url().host()).whenComplete(waiter);
  }

  private void lookedUp(List<InetAddress> found, @Nullable Throwable error) {
    if (error != null) {
      fail(error, null);
      return;
    }
    try {
      resolved(found);
    } catch (RuntimeException e) {
      fail(e, null); // otherwise the future would swallow it and the attempt would time out
    }
  }

  private void resolved(List<InetAddress> found) {
    switch (transport.guard().examine(request.customerId(), request.url(), found)) {
      case AddressGuard.Refused(String reason, String _) ->
          abort(failed(new Failure(ErrorKind.BLOCKED_ADDRESS, reason)));
      case AddressGuard.Allowed(List<InetAddress> allowed) -> {
        addresses = allowed;
        for (InetAddress address : allowed) {
          Peer peer = Peer.of(request.customerId(), request.url(), address);
          Connection idle = transport.idle().take(peer);
          if (idle != null) {
            converse(peer, idle, true);
            return;
          }
        }
        connect();
      }
    }
  }

  /** Opens a new connection to the first address that accepts it. */
  void connect() {
    connect(0);
  }

  private void connect(int index) {
    if (done.get()) {
      return;
    }
    reach(Stage.CONNECTING);
    Peer peer = Peer.of(request.customerId(), request.url(), addresses.get(index));
    // An unresponsive address must leave time for the next ones.
    long time = remaining() / (addresses.size() - index);
    PendingConnection connecting =
        new PendingConnection(
            connection -> {
              reach(peer.secure() ? Stage.SECURING : Stage.WAITING);
              converse(peer, connection, false);
            },
            cause -> {
              if (index + 1 < addresses.size()) {
                connect(index + 1);
              } else {
                fail(cause, peer);
              }
            });
    begin(connecting);
    connecting.start(transport.opener(), peer, time);
  }

  private void converse(Peer peer, Connection connection, boolean reused) {
    Conversation talk = new Conversation(this, peer, connection, reused);
    conversation = talk;
    begin(
        () -> {
          connection.cut();
          return true;
        });
    connection.begin(talk);
  }

  private void begin(Cancellable next) {
    step = next;
    if (done.get()) {
      next.cancel();
    }
  }

  void reach(Stage next) {
    stage = next;
  }

  void endIfLate(long now) {
    if (now - deadline >= 0) {
      onDeadline(now);
    }
  }

  /** Handles the head's deadline or, once the head is read, the body's. */
  private void onDeadline(long now) {
    Conversation talk = conversation;
    Conversation.Head head = talk == null ? null : talk.head();
    if (talk == null || head == null) {
      timeOut();
      return;
    }
    long bodyUntil = head.atNanos() + transport.limits().time().toNanos();
    if (now - bodyUntil < 0) {
      deadline = bodyUntil;
    } else {
      abort(talk.answer(head));
    }
  }

  boolean isLate(long now) {
    return now - start > request.timeoutNanos();
  }

  private long remaining() {
    return request.timeoutNanos() - (System.nanoTime() - start);
  }

  long millisUntil(long nanos) {
    return (nanos - start) / 1_000_000;
  }

  void timeOut() {
    abort(failed(Failure.timeout(request.timeoutNanos(), stage)));
  }

  /** Ends it because of shutdown. */
  void stop() {
    abort(failed(new Failure(ErrorKind.CONNECTION, HttpTransport.STOPPED)));
  }

  void fail(Throwable cause, @Nullable Peer peer) {
    abort(failed(Failure.of(cause, stage, request.url().host(), peer)));
  }

  private Outcome failed(Failure failure) {
    return Outcome.failed(failure.kind(), millisUntil(System.nanoTime()), failure.detail());
  }

  /** Ends it with an outcome and cancels the current step. */
  void abort(Outcome outcome) {
    if (claim()) {
      step.cancel();
      report(outcome);
    }
  }

  /** Whether the caller is the one that ends it and must report. */
  boolean claim() {
    return done.compareAndSet(false, true);
  }

  void report(Outcome outcome) {
    transport.ended(this);
    report.accept(outcome);
  }

  /**
   * A lookup callback. A hanging lookup retains its callbacks; a cancelled one must not retain its
   * exchange and body.
   */
  private static final class Waiter
      implements BiConsumer<List<InetAddress>, @Nullable Throwable>, Cancellable {
    private volatile @Nullable Exchange exchange;

    Waiter(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void accept(List<InetAddress> found, @Nullable Throwable error) {
      Exchange waiting = exchange;
      exchange = null;
      if (waiting != null) {
        waiting.lookedUp(found, error);
      }
    }

    @Override
    public boolean cancel() {
      exchange = null;
      return true;
    }
  }
}
