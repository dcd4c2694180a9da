package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.hc.core5.net.NamedEndpoint;

/**
 * The remote end of a connection. A connection is reused only for an equal peer: the same customer,
 * for whom the address was allowed, and the same host name, which the certificate matched.
 */
record Peer(String customerId, boolean secure, String host, int port, InetAddress address)
    implements NamedEndpoint {

  static Peer of(String customerId, TargetUrl url, InetAddress address) {
    boolean secure = url.scheme().equals("https");
    return new Peer(customerId, secure, url.host(), url.port(), address);
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

  /** The form for messages. */
  @Override
  public String toString() {
    String text = address.getHostAddress();
    return (text.indexOf(':') >= 0 ? "[" + text + "]" : text) + ":" + port;
  }
}
