package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.hc.core5.net.NamedEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * The remote end of a connection. A connection is reused only for an equal peer: the same customer,
 * for whom the address was allowed, and the same host name, which the certificate matched.
 */
record Peer(String customerId, boolean secure, String host, int port, InetAddress address)
    implements NamedEndpoint {

  static Peer of(String customerId, TargetUrl url, InetAddress address) {
    return new Peer(customerId, url.secure(), url.host(), url.port(), address);
  }

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(address, port);
  }

  @Override
  public String getHostName() {
    return host;
  }

  @Override
  public int getPort() {
    return port;
  }

  /** Hand-written because it runs several times for every request. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Peer that
        && port == that.port
        && secure == that.secure
        && address.equals(that.address)
        && customerId.equals(that.customerId)
        && host.equals(that.host);
  }

  /** Without the host, whose text is a new one each time: few hosts share an address and a port. */
  @Override
  public int hashCode() {
    return 31 * (31 * customerId.hashCode() + address.hashCode()) + port;
  }

  /** The form for messages. */
  @Override
  public String toString() {
    String text = address.getHostAddress();
    return (text.indexOf(':') >= 0 ? "[" + text + "]" : text) + ":" + port;
  }
}
