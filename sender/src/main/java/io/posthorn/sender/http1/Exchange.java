package io.posthorn.sender.http1;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AddressGuard;
import java.net.InetAddress;
import java.net.UnknownHostException;
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
  enum Phase {
    RESOLVING("DNS lookup was not finished"),
    QUEUED("opening the connection had not begun, because too many others were being opened"),
    CONNECTING("the connection was not established"),
    SECURING("the TLS handshake was not finished"),
    WAITING("the request was sent, but no complete response head arrived");

    private final String unfinished;

    Phase(String unfinished) {
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
  private volatile Phase phase = Phase.RESOLVING;
  private volatile Cancellable step = () -> false;
  private volatile @Nullable Conversation conversation;
  private volatile boolean onNewConnection;
  private volatile boolean resent;
  private volatile boolean inAllowedNetwork;
  private volatile long deadline;

  /** When the first connection began to open; 0 before. */
  private volatile long connectingSince;

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

  /** The limits of its response. */
  ResponseLimits limits() {
    ResponseLimits own = request.limits();
    return own == null ? transport.limits() : own;
  }

  HttpTransport transport() {
    return transport;
  }

  void start() {
    lookUp();
  }

  private void lookUp() {
    Waiter waiter = new Waiter(this);
    begin(waiter);
    CompletableFuture<?> _ =
        transport
            .lookup()
            .addressesOf(request.customerId(), request.url().host(), start + request.timeoutNanos())
            .whenComplete(waiter);
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
      case AddressGuard.Unresolved(String host) -> fail(new UnknownHostException(host), null);
      case AddressGuard.Allowed(List<InetAddress> allowed) -> {
        addresses = allowed;
        if (!onNewConnection && reuse(allowed)) {
          return;
        }
        connect(0);
      }
    }
  }

  /** Sends the request on an idle connection, if there is one. */
  private boolean reuse(List<InetAddress> allowed) {
    for (InetAddress address : allowed) {
      Peer peer = Peer.of(request, address);
      Connection idle = transport.reuses().allows(peer) ? transport.idle().take(peer) : null;
      if (idle != null) {
        reaches(address);
        converse(peer, idle, true);
        return true;
      }
    }
    return false;
  }

  /**
   * Begins again, on a new connection: the addresses are looked up and pass the guard again.
   *
   * @param sentBefore whether a part of the request may have left on the connection before
   */
  void beginAgain(boolean sentBefore) {
    conversation = null;
    onNewConnection = true;
    resent = sentBefore;
    reach(Phase.RESOLVING);
    lookUp();
  }

  boolean isResent() {
    return resent;
  }

  /** Remembers what the address is now: its name may have another one when the record is read. */
  private void reaches(InetAddress address) {
    if (transport.guard().isOnlyReachableIfAllowed(request.url(), address)) {
      inAllowedNetwork = true;
    }
  }

  /** Opens a new connection to the first address that accepts it. */
  private void connect(int index) {
    if (done.get()) {
      return;
    }
    reach(Phase.QUEUED);
    reaches(addresses.get(index));
    Peer peer = Peer.of(request, addresses.get(index));
    PendingConnection connecting =
        new PendingConnection(
            connection -> {
              reach(peer.secure() ? Phase.SECURING : Phase.WAITING);
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
    connecting.start(transport.opener(), peer, () -> connectTime(index));
  }

  /** Called when a connection begins to open; returns the time that it has. */
  private long connectTime(int index) {
    reach(Phase.CONNECTING);
    if (connectingSince == 0) {
      connectingSince = System.nanoTime();
    }
    // An unresponsive address must leave time for the next ones.
    return remaining() / (addresses.size() - index);
  }

  /**
   * Returns whether connections had most of the attempt's time to open: DNS or a queue may take it.
   */
  private boolean hadTimeToConnect() {
    return System.nanoTime() - connectingSince >= request.timeoutNanos() / 2;
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

  void reach(Phase next) {
    phase = next;
  }

  /** When it is examined next; it can only move to a later time. */
  long deadline() {
    return deadline;
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
    long bodyUntil = head.atNanos() + limits().bodyTime().toNanos();
    if (now - bodyUntil < 0) {
      deadline = bodyUntil;
    } else {
      abort(talk.response(head));
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
    Outcome outcome = failed(Failure.timeout(request.timeoutNanos(), phase));
    boolean unopened = phase == Phase.CONNECTING && hadTimeToConnect();
    abort(unopened ? outcome.asUnconnected() : outcome);
  }

  /** Ends it because of shutdown. */
  void stop() {
    long now = millisUntil(System.nanoTime());
    abort(Outcome.failed(ErrorKind.CONNECTION, now, HttpTransport.STOPPED));
  }

  void fail(Throwable cause, @Nullable Peer peer) {
    Outcome outcome = failed(Failure.of(cause, phase, request.url().host(), peer));
    boolean unopened = phase == Phase.CONNECTING && Failure.isOfReceiver(cause, hadTimeToConnect());
    abort(unopened ? outcome.asUnconnected() : outcome);
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

  /** Returns whether the caller is the one that ends it and must report. */
  boolean claim() {
    return done.compareAndSet(false, true);
  }

  void report(Outcome outcome) {
    transport.ended(this);
    Outcome here = inAllowedNetwork ? outcome.asInAllowedNetwork() : outcome;
    report.accept(resent ? here.asResent() : here);
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
