package io.posthorn.sender.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel through the outbound proxy, while it is being opened. The proxy gets the address that
 * the guard has allowed, never a name that it would resolve itself. Once the tunnel is open, the
 * connection takes its place.
 */
final class ProxyTunnel implements IOEventHandler {
  /** The most that a proxy may say before the tunnel is open. */
  private static final int MAX_HEAD = 8_192;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})\\b.*");
  private static final int FIRST_SUCCESS = 200;
  private static final int FIRST_NO_SUCCESS = 300;

  private final IOSession session;
  private final Peer peer;
  private final ByteBuffer request;
  private final ByteBuffer response = ByteBuffer.allocate(MAX_HEAD);
  private final Supplier<Connection> upgrade;
  private final CompletableFuture<Connection> opened = new CompletableFuture<>();

  /**
   * Creates a tunnel that is not open yet.
   *
   * @param credentials {@code user:password}; null for none
   * @param upgrade makes the connection on the open tunnel
   */
  ProxyTunnel(
      IOSession session, Peer peer, @Nullable String credentials, Supplier<Connection> upgrade) {
    this.session = session;
    this.peer = peer;
    this.upgrade = upgrade;
    String head = "CONNECT %s HTTP/1.1\r\nHost: %s\r\n".formatted(peer, peer);
    if (credentials != null) {
      String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
      head += "Proxy-Authorization: Basic " + encoded + "\r\n";
    }
    request = ByteBuffer.wrap((head + "\r\n").getBytes(ISO_8859_1));
  }

  /** Completes with the connection through the open tunnel, or with a {@link ProxyException}. */
  CompletableFuture<Connection> opened() {
    return opened;
  }

  @Override
  public void connected(IOSession same) {
    session.setEvent(SelectionKey.OP_READ);
    session.setEvent(SelectionKey.OP_WRITE);
  }

  @Override
  public void outputReady(IOSession same) throws IOException {
    session.write(request);
    if (!request.hasRemaining()) {
      session.clearEvent(SelectionKey.OP_WRITE);
    }
  }

  @Override
  public void inputReady(IOSession same, @Nullable ByteBuffer unused) throws IOException {
    if (session.read(response) < 0) {
      fail(ProxyException.broken());
      return;
    }
    String head = new String(response.array(), 0, response.position(), ISO_8859_1);
    int end = head.indexOf("\r\n\r\n");
    if (end < 0) {
      if (!response.hasRemaining()) {
        fail(ProxyException.notHttp());
      }
      return;
    }
    Matcher status = STATUS.matcher(head.substring(0, head.indexOf("\r\n")));
    if (!status.matches()) {
      fail(ProxyException.notHttp());
      return;
    }
    int code = Integer.parseInt(status.group(1));
    if (code < FIRST_SUCCESS || code >= FIRST_NO_SUCCESS) {
      fail(ProxyException.refused(code, peer));
    } else if (end + 4 < head.length()) {
      fail(ProxyException.notHttp()); // a receiver says nothing before its request
    } else {
      open();
    }
  }

  private void open() {
    Connection connection = upgrade.get();
    session.upgrade(connection);
    connection.connected(session);
    opened.complete(connection);
  }

  private void fail(ProxyException cause) {
    opened.completeExceptionally(cause);
    session.close(CloseMode.IMMEDIATE);
  }

  @Override
  public void timeout(IOSession same, Timeout timeout) {
    fail(ProxyException.broken());
  }

  @Override
  public void exception(IOSession same, Exception cause) {
    fail(ProxyException.broken());
  }

  @Override
  public void disconnected(IOSession same) {
    opened.completeExceptionally(ProxyException.broken());
  }
}
