package io.posthorn.receiver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a {@link CountingReceiver}. Of HTTP/1.1 it understands requests with a {@code
 * Content-Length}, one after the other.
 */
final class CountingConnection {
  private static final byte[] REFUSAL = encode(PlannedResponse.status(500));
  private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.ISO_8859_1);

  /** The buffer size, larger than the head of any request from Posthorn. */
  private static final int BUFFER = 16 << 10;

  /** Digits of a number that is looked for: microseconds since 1970 have 16. */
  private static final int DIGITS = 16;

  private final SocketChannel channel;
  private final CountingReceiver receiver;
  private final PlannedResponse planned;
  private final CountingReceiver.@Nullable NumberField field;
  private final byte[] fieldName;
  private final byte[] in = new byte[BUFFER];
  private final ByteBuffer buffer = ByteBuffer.wrap(in);
  private final ByteBuffer response;
  private int filled;

  private long length;

  /** The body bytes still to come; negative while the head is read. */
  private long bodyLeft = -1;

  private boolean numberFound;
  private boolean refused;

  CountingConnection(SocketChannel channel, CountingReceiver receiver, CountingReceiver.Port port) {
    this.channel = channel;
    this.receiver = receiver;
    planned = port.response();
    field = port.field();
    fieldName =
        field == null
            ? new byte[0]
            : ("\"" + field.name() + "\":").getBytes(StandardCharsets.UTF_8);
    byte[] encoded = encode(planned);
    response = ByteBuffer.allocateDirect(encoded.length).put(encoded);
  }

  private static byte[] encode(PlannedResponse planned) {
    byte[] body = planned.bodyBytes();
    StringBuilder head = new StringBuilder();
    head.append("HTTP/1.1 ").append(planned.status());
    head.append(planned.status() == 200 ? " OK\r\n" : " \r\n");
    if (planned.status() != 204 && planned.status() != 304) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    for (Map.Entry<String, String> header : planned.headers().entrySet()) {
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(start.length + body.length).put(start).put(body).array();
  }

  /** Takes what has come; false once the sender has closed. */
  boolean read() throws IOException {
    buffer.limit(in.length).position(filled);
    int count = channel.read(buffer);
    if (count < 0) {
      return false;
    }
    filled += count;
    take();
    return true;
  }

  private void take() throws IOException {
    int from = 0;
    while (from < filled) {
      if (bodyLeft < 0) {
        int end = endOfHead(from);
        if (end < 0) {
          break;
        }
        length = contentLength(from, end);
        bodyLeft = length;
        numberFound = false;
        refused = false;
        from = end;
      }
      int part = (int) Math.min(bodyLeft, filled - from);
      if (field != null && !numberFound) {
        findNumber(field, from, from + part);
      }
      from += part;
      bodyLeft -= part;
      if (bodyLeft == 0) {
        bodyLeft = -1;
        receiver.received(this, planned, length);
      }
    }
    System.arraycopy(in, from, in, 0, filled - from);
    filled -= from;
    if (filled == in.length) {
      throw new IOException("the head of a request is longer than " + BUFFER + " bytes");
    }
  }

  boolean isSearched() {
    return field != null;
  }

  /** Returns whether the last request had a number that is refused. */
  boolean isRefused() {
    return refused;
  }

  void send() throws IOException {
    ByteBuffer out = refused ? ByteBuffer.wrap(REFUSAL) : response.flip();
    while (out.hasRemaining()) {
      channel.write(out); // fits into any socket's buffer
    }
  }

  private int endOfHead(int from) {
    for (int i = from + 3; i < filled; i++) {
      if (in[i] == '\n' && in[i - 1] == '\r' && in[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private long contentLength(int from, int end) throws IOException {
    for (int i = from; i < end - LENGTH.length; i++) {
      if (in[i] == '\n' && matches(LENGTH, i + 1, true)) {
        return number(i + 1 + LENGTH.length, end);
      }
    }
    throw new IOException("a request without Content-Length");
  }

  /** The number is found unless two reads split it. */
  private void findNumber(CountingReceiver.NumberField wanted, int from, int to) {
    for (int i = from; i < to - fieldName.length - DIGITS; i++) {
      if (in[i] == '"' && matches(fieldName, i, false)) {
        numberFound = true;
        long number = number(i + fieldName.length, to);
        refused = wanted.refused().test(number);
        wanted.listener().accept(number);
        return;
      }
    }
  }

  private boolean matches(byte[] word, int at, boolean anyCase) {
    for (int i = 0; i < word.length; i++) {
      byte b = in[at + i];
      if (b != word[i] && !(anyCase && b >= 'A' && b <= 'Z' && b + 32 == word[i])) {
        return false;
      }
    }
    return true;
  }

  private long number(int from, int end) {
    int at = from;
    while (at < end && in[at] == ' ') {
      at++;
    }
    long number = 0;
    for (; at < end && in[at] >= '0' && in[at] <= '9'; at++) {
      number = number * 10 + in[at] - '0';
    }
    return number;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // gone already
    }
  }
}
