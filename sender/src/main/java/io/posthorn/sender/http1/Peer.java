package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.tls.ClientIdentity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.apache.hc.core5.net.NamedEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * The remote end of a connection. A connection is reused only for an equal peer: the same customer,
 * for whom the address was allowed, the same host name, which the certificate matched, and the same
 * client certificate, if the endpoint has one.
 */
record Peer(
    String customerId,
    boolean secure,
    String host,
    int port,
    InetAddress address,
    @Nullable ClientIdentity identity)
    implements NamedEndpoint {

  static Peer of(OutboundRequest request, InetAddress address) {
    TargetUrl url = request.url();
    return new Peer(
        request.customerId(),
        url.secure(),
        url.host(),
        url.port(),
        address,
        url.secure() ? request.identity() : null);
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
        && host.equals(that.host)
        && Objects.equals(identity, that.identity);
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
