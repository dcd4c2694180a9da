package io.posthorn.server.wire;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/** The open connections, counted by where they come from. */
final class Visitors {
  /** A household gets at least this much of IPv6, and may use any address in it. */
  private static final int NETWORK_BYTES = 8;

  private final int most;
  private final ConcurrentHashMap<ByteBuffer, Integer> open = new ConcurrentHashMap<>();

  Visitors(int most) {
    this.most = most;
  }

  /** Whether one more may come from there; if so it is counted. */
  boolean enter(SocketAddress from) {
    if (open.merge(origin(from), 1, Integer::sum) <= most) {
      return true;
    }
    leave(from);
    return false;
  }

  /** One from there has gone. */
  void leave(SocketAddress from) {
    open.computeIfPresent(origin(from), (origin, count) -> count == 1 ? null : count - 1);
  }

  private static ByteBuffer origin(SocketAddress from) {
    if (!(from instanceof InetSocketAddress socket)) {
      return ByteBuffer.allocate(0);
    }
    InetAddress address = socket.getAddress();
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(
        address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }
}
