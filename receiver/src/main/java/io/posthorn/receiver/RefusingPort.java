package io.posthorn.receiver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of the loopback at which connections are refused, as at a receiver that is down. It is
 * bound and not listening, so that no other process gets the port meanwhile.
 */
public final class RefusingPort implements AutoCloseable {
  private final Socket socket = new Socket();

  /** Takes any free port. */
  public RefusingPort() throws IOException {
    this(0);
  }

  /** Takes this port, even if connections that were open there still linger. */
  public RefusingPort(int port) throws IOException {
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
  }

  public int port() {
    return socket.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /** Gives the port back. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
