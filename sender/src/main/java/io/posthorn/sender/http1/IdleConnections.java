package io.posthorn.sender.http1;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections, most recently used first.
 *
 * <p>It does not limit connections: a caller that finds none opens one. The engine limits the
 * requests in flight, in total and per endpoint.
 */
final class IdleConnections {
  private record Idle(Connection connection, long until) {
    boolean usable(long now) {
      return connection.isOpen() && now - until < 0;
    }
  }

  private final ConcurrentHashMap<Peer, ArrayDeque<Idle>> stacks = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Takes an idle connection to a peer; null if there is none. */
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

  /** Closes expired connections. */
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

  /** Closes all connections, and those that are added later. */
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
