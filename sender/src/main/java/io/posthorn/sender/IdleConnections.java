package io.posthorn.sender;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Open connections that wait for their next request, the latest used first.
 *
 * <p>Not a pool that limits: whoever finds none here opens one. How many requests run at once, in
 * all and to an endpoint, was decided before they came.
 */
final class IdleConnections {
  private record Idle(IOSession session, long until) {
    boolean usable(long now) {
      return session.isOpen() && now - until < 0;
    }
  }

  private final ConcurrentHashMap<Peer, ArrayDeque<Idle>> stacks = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** A connection to a peer that nobody else has; null where there is none. */
  @Nullable IOSession take(Peer peer) {
    long now = System.nanoTime();
    List<IOSession> stale = new ArrayList<>(0);
    IOSession[] found = {null};
    stacks.computeIfPresent(
        peer,
        (p, stack) -> {
          while (found[0] == null && !stack.isEmpty()) {
            Idle idle = stack.pop();
            if (idle.usable(now)) {
              found[0] = idle.session;
            } else {
              stale.add(idle.session);
            }
          }
          return stack.isEmpty() ? null : stack;
        });
    stale.forEach(IdleConnections::close);
    return found[0];
  }

  /** Keeps a connection for a while. */
  void put(Peer peer, IOSession session, long forNanos) {
    Idle idle = new Idle(session, System.nanoTime() + forNanos);
    stacks.compute(
        peer,
        (p, old) -> {
          ArrayDeque<Idle> stack = old == null ? new ArrayDeque<>(2) : old;
          stack.push(idle);
          return stack;
        });
    if (closed) {
      closeAll();
    }
  }

  /** Closes those that waited too long. */
  void sweep() {
    long now = System.nanoTime();
    for (Peer peer : stacks.keySet()) {
      List<IOSession> stale = new ArrayList<>(0);
      stacks.computeIfPresent(
          peer,
          (p, stack) -> {
            stack.removeIf(idle -> !idle.usable(now) && stale.add(idle.session));
            return stack.isEmpty() ? null : stack;
          });
      stale.forEach(IdleConnections::close);
    }
  }

  int count() {
    return stacks.values().stream().mapToInt(ArrayDeque::size).sum();
  }

  /** Closes all, and those that come later. */
  void closeAll() {
    closed = true;
    for (Peer peer : stacks.keySet()) {
      ArrayDeque<Idle> stack = stacks.remove(peer);
      if (stack != null) {
        stack.forEach(idle -> close(idle.session));
      }
    }
  }

  /** Says goodbye, as TLS wants it, but waits no longer than a second for an answer to it. */
  private static void close(IOSession session) {
    session.setSocketTimeout(Timeout.ofSeconds(1));
    session.close(CloseMode.GRACEFUL);
  }
}
