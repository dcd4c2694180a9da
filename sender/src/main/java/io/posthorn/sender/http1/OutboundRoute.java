package io.posthorn.sender.http1;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The way that connections to receivers take.
 *
 * @param proxy null to connect directly
 * @param bindAddress the local address of connections; null for the system's choice
 */
public record OutboundRoute(@Nullable Proxy proxy, @Nullable InetAddress bindAddress) {
  public static final OutboundRoute DIRECT = new OutboundRoute(null, null);

  /**
   * A proxy that opens tunnels (HTTP CONNECT).
   *
   * @param credentials {@code user:password}; null for none
   */
  public record Proxy(String host, int port, @Nullable String credentials) {
    /** Without the credentials. */
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
