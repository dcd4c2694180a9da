package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that opens tunnels to the address of the request, or refuses with a status. */
final class TunnelProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final String response;

  /** A proxy with a fixed response; only after a 200 it opens the tunnel. */
  TunnelProxy(String response) throws IOException {
    this.response = response;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  static TunnelProxy open() throws IOException {
    return new TunnelProxy("HTTP/1.1 200 Connection established\r\n\r\n");
  }

  int port() {
    return listening.getLocalPort();
  }

  /** The heads of all requests. */
  List<String> heads() {
    return heads;
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = listening.accept();
        sockets.add(caller);
        Thread.ofVirtual().start(() -> serve(caller));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket caller) {
    try {
      String head = head(caller.getInputStream());
      heads.add(head);
      if (!response.startsWith("HTTP/1.1 200")) {
        caller.getOutputStream().write(response.getBytes(ISO_8859_1));
        caller.close();
        return;
      }
      String target = head.split(" ", 3)[1];
      int colon = target.lastIndexOf(':');
      Socket receiver =
          new Socket(target.substring(0, colon), Integer.parseInt(target.substring(colon + 1)));
      sockets.add(receiver);
      caller.getOutputStream().write(response.getBytes(ISO_8859_1));
      Thread.ofVirtual().start(() -> copy(receiver, caller));
      copy(caller, receiver);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
    return head.toString(ISO_8859_1);
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to;
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[8_192];
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // One side has ended.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
