package io.posthorn.sender.http1;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Open connections that wait for their next request, the latest used first.
 *
 * <p>Not a pool that limits: whoever finds none here opens one. How many requests run at once, in
 * all and to an endpoint, was decided before they came.
 */
final class IdleConnections {
  private record Idle(Connection connection, long until) {
    boolean usable(long now) {
      return connection.isOpen() && now - until < 0;
    }
  }

  private final ConcurrentHashMap<Peer, ArrayDeque<Idle>> stacks = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** A connection to a peer that nobody else has; null where there is none. */
  @Nullable Connection take(Peer peer) {
    long now = System.nanoTime();
    List<Connection> stale = new ArrayList<>(0);
    Connection[] found = {null};
    stacks.computeIfPresent(
        peer,
        (p, stack) -> {
          while (found[0] == null && !stack.isEmpty()) {
            Idle idle = stack.pop();
            if (idle.usable(now)) {
              found[0] = idle.connection;
            } else {
              stale.add(idle.connection);
            }
          }
          return stack.isEmpty() ? null : stack;
        });
    stale.forEach(Connection::close);
    return found[0];
  }

  /** Keeps a connection for a while. */
  void put(Peer peer, Connection connection, long forNanos) {
    Idle idle = new Idle(connection, System.nanoTime() + forNanos);
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
      List<Connection> stale = new ArrayList<>(0);
      stacks.computeIfPresent(
          peer,
          (p, stack) -> {
            stack.removeIf(idle -> !idle.usable(now) && stale.add(idle.connection));
            return stack.isEmpty() ? null : stack;
          });
      stale.forEach(Connection::close);
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
        stack.forEach(idle -> idle.connection.close());
      }
    }
  }
}
