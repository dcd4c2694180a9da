package io.posthorn.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Raw bytes on a socket, and everything that the server sends back. */
record RawCall(String response) {
  /** Far longer than any response takes, and far shorter than an idle connection is kept. */
  private static final int TIMEOUT_MILLIS = 30_000;

  /** Sends, and reads until the server closes; fails if it does not. */
  static RawCall untilClosed(int port, String request) throws IOException {
    return call(port, request, false);
  }

  /** The same, but the caller closes its side after sending. */
  static RawCall breakingOff(int port, String request) throws IOException {
    return call(port, request, true);
  }

  private static RawCall call(int port, String request, boolean breakOff) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      if (breakOff) {
        socket.shutdownOutput();
      }
      return new RawCall(new String(readAll(socket.getInputStream()), StandardCharsets.ISO_8859_1));
    }
  }

  private static byte[] readAll(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("still open after " + all.toString(StandardCharsets.UTF_8), e);
    }
    return all.toByteArray();
  }

  int status() {
    return Integer.parseInt(response.split(" ", 3)[1]);
  }

  String body() {
    return response.substring(response.indexOf("\r\n\r\n") + 4);
  }
}
