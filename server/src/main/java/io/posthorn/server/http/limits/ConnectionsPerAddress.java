package io.posthorn.server.http.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/** The limit for open connections from one address, or from one IPv6 network. */
final class ConnectionsPerAddress {
  /** IPv6 addresses count by /64, because a household can use any address in its network. */
  private static final int NETWORK_BYTES = 8;

  private final int limit;
  private final ConcurrentHashMap<ByteBuffer, Integer> open = new ConcurrentHashMap<>();

  ConnectionsPerAddress(int limit) {
    this.limit = limit;
  }

  /** Counts a new connection; returns false without counting it if the address is at its limit. */
  boolean opened(SocketAddress from) {
    if (open.merge(origin(from), 1, Integer::sum) <= limit) {
      return true;
    }
    closed(from);
    return false;
  }

  void closed(SocketAddress from) {
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
