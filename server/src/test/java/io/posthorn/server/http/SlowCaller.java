package io.posthorn.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;

/** A caller that writes too slowly, too much, or not at all. */
public final class SlowCaller implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final byte[] PIECE = new byte[64 << 10];

  static {
    Arrays.fill(PIECE, (byte) ' ');
  }

  private final Socket socket;

  public SlowCaller(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  public SlowCaller(int port, InetAddress from) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  public void write(String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  boolean writeFails(String text) {
    try {
      write(text);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** More than any limit: a server that does not stop reading accepts all of it. */
  void writeMuch() throws IOException {
    for (int i = 0; i < 1_024; i++) {
      socket.getOutputStream().write(PIECE);
    }
  }

  /** Writes the same few bytes every few milliseconds, until the server closes. */
  String drip(String drop) throws IOException {
    Thread dripping =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!writeFails(drop)) {
                    pause();
                  }
                });
    try {
      return untilTheEnd();
    } finally {
      socket.close();
      join(dripping);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5); // the pace of a slow caller; the test waits for nothing here
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a head and a large body from another thread, and reads the response meanwhile. */
  String flood(String head, int bytes) throws IOException {
    write(head);
    Thread writing = Thread.ofVirtual().start(() -> writeBody(bytes));
    try {
      return beginning();
    } finally {
      socket.close();
      join(writing);
    }
  }

  private void writeBody(int bytes) {
    try {
      for (int left = bytes; left > 0; left -= PIECE.length) {
        socket.getOutputStream().write(PIECE, 0, Math.min(left, PIECE.length));
      }
    } catch (IOException e) {
      // The server has closed the connection.
    }
  }

  /** The first bytes from the server, at most 4 KiB; empty if it closes without any. */
  public String beginning() throws IOException {
    byte[] response = new byte[4_096];
    try {
      int length = socket.getInputStream().read(response);
      return length < 0 ? "" : new String(response, 0, length, ISO_8859_1);
    } catch (SocketException e) {
      return "";
    }
  }

  /** Everything that the server sends until it closes. */
  public String untilTheEnd() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(all);
    } catch (SocketException e) {
      // A reset also ends the connection.
    }
    return all.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
