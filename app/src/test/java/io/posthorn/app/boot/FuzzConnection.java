package io.posthorn.app.boot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A connection for arbitrary bytes that reconnects when the server closes it. */
final class FuzzConnection implements AutoCloseable {
  /** After this much silence the server counts as hung. */
  private static final int TIMEOUT_MILLIS = 30_000;

  private final int port;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /** A response: the status (0 if the server only closed), the head, and the body. */
  record Reply(int status, String head, String body) {
    static final Reply NONE = new Reply(0, "", "");

    boolean closes() {
      return head.toLowerCase(Locale.ROOT).contains("connection: close");
    }
  }

  FuzzConnection(int port) {
    this.port = port;
  }

  /** Sends a correctly framed request and reads its response. */
  Reply call(byte[] request, boolean head) throws IOException {
    Socket connected = connected();
    try {
      connected.getOutputStream().write(request);
    } catch (SocketException e) {
      // A response may exist anyway: a refusal before the request was complete.
    }
    Reply reply = read(head);
    if (reply.closes() || reply.status() == 0) {
      close();
    }
    return reply;
  }

  /** Sends bytes on a new connection, ends the output, and reads until the server closes. */
  String sendRaw(byte[] bytes) throws IOException {
    try (Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
      other.setSoTimeout(TIMEOUT_MILLIS);
      other.getOutputStream().write(bytes);
      other.shutdownOutput();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      other.getInputStream().transferTo(all);
      return all.toString(ISO_8859_1);
    } catch (SocketException e) {
      return ""; // the server closed during the write
    }
  }

  private Socket connected() throws IOException {
    if (socket == null) {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }
    return socket;
  }

  private Reply read(boolean headOnly) throws IOException {
    try {
      String head = head();
      while (head.startsWith("HTTP/1.1 100")) {
        head = head();
      }
      if (head.isEmpty()) {
        return Reply.NONE;
      }
      int status = Integer.parseInt(head.split(" ", 3)[1]);
      return new Reply(status, head, headOnly ? "" : body(length(head)));
    } catch (SocketException e) {
      return Reply.NONE;
    }
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = stream().read();
      if (c < 0) {
        return "";
      }
      head.append((char) c);
    }
    return head.toString();
  }

  private static int length(String head) {
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return 0;
  }

  private String body(int length) throws IOException {
    return new String(stream().readNBytes(length), ISO_8859_1);
  }

  private InputStream stream() {
    if (in == null) {
      throw new IllegalStateException("not connected");
    }
    return in;
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
  }
}
