package io.posthorn.bench.load;

import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection of the load generator: posts, waits for the response, and is free again. */
final class LoadConnection {
  private static final int LENGTH_DIGITS = 8;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final byte[] head;
  private final byte[] out;
  private final ByteBuffer outgoing;
  private final byte[] in = new byte[64 << 10];
  private final ByteBuffer incoming = ByteBuffer.wrap(in);
  private boolean free = true;

  LoadConnection(LoadSpec order, int port, EventStream events, Selector selector)
      throws IOException {
    channel =
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
    String type = order.perPost() > 1 ? "application/x-ndjson" : "application/json";
    String text =
        "POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                .formatted(port, ServerProcess.ADMIN_KEY)
            + "Content-Type: %s\r\nContent-Length: %s\r\n\r\n"
                .formatted(type, "0".repeat(LENGTH_DIGITS));
    head = text.getBytes(StandardCharsets.ISO_8859_1);
    out = new byte[head.length + events.longest()];
    outgoing = ByteBuffer.wrap(out);
  }

  boolean free() {
    return free;
  }

  void post(EventStream events, long now) throws IOException {
    System.arraycopy(head, 0, out, 0, head.length);
    int length = events.next(out, head.length, now);
    EventStream.digits(out, head.length - 4 - LENGTH_DIGITS, LENGTH_DIGITS, length);
    outgoing.clear().limit(head.length + length);
    incoming.clear();
    free = false;
    write();
  }

  private void write() throws IOException {
    channel.write(outgoing);
    key.interestOps(
        outgoing.hasRemaining()
            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
            : SelectionKey.OP_READ);
  }

  /**
   * Continues writing or reading.
   *
   * @return the response's status once it is complete, else 0
   */
  int proceed() throws IOException {
    if (outgoing.hasRemaining()) {
      write();
    }
    if (channel.read(incoming) < 0) {
      throw new IOException("the server closed a connection");
    }
    int end = endOfResponse();
    if (end < 0) {
      return 0;
    }
    free = true;
    return (in[9] - '0') * 100 + (in[10] - '0') * 10 + in[11] - '0';
  }

  private int endOfResponse() throws IOException {
    int filled = incoming.position();
    for (int i = 3; i < filled; i++) {
      if (in[i] == '\n' && in[i - 1] == '\r' && in[i - 2] == '\n') {
        int end = i + 1 + contentLength(i + 1);
        return end <= filled ? end : -1;
      }
    }
    return -1;
  }

  private int contentLength(int end) throws IOException {
    String text = new String(in, 0, end, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    int at = text.indexOf("content-length:");
    if (at < 0) {
      throw new IOException("a response without Content-Length: " + text);
    }
    return Integer.parseInt(text.substring(at + 15, text.indexOf('\r', at)).strip());
  }

  String responseHead() {
    return new String(in, 0, Math.min(500, incoming.position()), StandardCharsets.UTF_8);
  }

  void close() throws IOException {
    channel.close();
  }
}
