package io.posthorn.bench.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One connection to a receiver. Of HTTP/1.1 it understands what a client of ours says: requests
 * with a {@code Content-Length}, one after the other. Bodies are counted and thrown away.
 */
final class SinkConnection {
  private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] SENT_AT = "\"sentAt\":".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final SocketChannel channel;
  private final SinkLoop loop;
  private final Behaviour behaviour;
  private final boolean timed;
  private final byte[] in = new byte[16 << 10];
  private final ByteBuffer buffer = ByteBuffer.wrap(in);
  private final ByteBuffer answer = ByteBuffer.allocateDirect(OK.length).put(OK);
  private int filled;

  /** Bytes of the body that have not come yet; below zero while the head is read. */
  private long bodyLeft = -1;

  private boolean timeFound;

  SinkConnection(SocketChannel channel, SinkLoop loop, Behaviour behaviour, boolean timed) {
    this.channel = channel;
    this.loop = loop;
    this.behaviour = behaviour;
    this.timed = timed;
  }

  /** Takes what has come; false once the other side has closed. */
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
        bodyLeft = contentLength(from, end);
        timeFound = false;
        loop.receivedHead(bodyLeft);
        from = end;
      }
      int part = (int) Math.min(bodyLeft, filled - from);
      if (timed && !timeFound) {
        findTime(from, from + part);
      }
      from += part;
      bodyLeft -= part;
      if (bodyLeft == 0) {
        bodyLeft = -1;
        received();
      }
    }
    System.arraycopy(in, from, in, 0, filled - from);
    filled -= from;
    if (filled == in.length) {
      throw new IOException("a head that is longer than any of ours");
    }
  }

  private void received() throws IOException {
    switch (behaviour) {
      case PROMPT -> {
        loop.received(timed);
        answer();
      }
      case SLOW -> loop.answerLater(this);
      case TARPIT, DEAD -> loop.swallowed();
    }
  }

  void answer() throws IOException {
    answer.flip();
    while (answer.hasRemaining()) {
      channel.write(answer); // fits into any socket's buffer
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
      if (in[i] == '\n' && is(LENGTH, i + 1, true)) {
        return number(i + 1 + LENGTH.length);
      }
    }
    throw new IOException("a request without Content-Length");
  }

  /** When the event was posted stands in its state; it is found unless two reads split it. */
  private void findTime(int from, int to) {
    for (int i = from; i < to - SENT_AT.length - 16; i++) {
      if (in[i] == '"' && is(SENT_AT, i, false)) {
        timeFound = true;
        loop.took(number(i + SENT_AT.length));
        return;
      }
    }
  }

  private boolean is(byte[] word, int at, boolean anyCase) {
    for (int i = 0; i < word.length; i++) {
      byte b = in[at + i];
      if (b != word[i] && !(anyCase && b >= 'A' && b <= 'Z' && b + 32 == word[i])) {
        return false;
      }
    }
    return true;
  }

  private long number(int from) {
    int at = from;
    while (in[at] == ' ') {
      at++;
    }
    long number = 0;
    for (; in[at] >= '0' && in[at] <= '9'; at++) {
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
