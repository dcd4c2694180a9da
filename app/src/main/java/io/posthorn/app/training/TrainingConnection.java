package io.posthorn.app.training;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A caller's connection of the {@link TrainingLoad}.
 *
 * <p>It is a plain socket because the load lasts only seconds: an HTTP client would spend most of
 * them warming up, on the cores that the server needs.
 */
final class TrainingConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String ACCEPTED = "HTTP/1.1 202 ";
  private static final String LENGTH = "content-length:";

  private final URI server;
  private final String key;
  private final Socket socket = new Socket();
  private final InputStream in;

  TrainingConnection(URI server, String key) throws IOException {
    this.server = server;
    this.key = key;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Posts events and reads the response; returns whether they were accepted. */
  boolean post(byte[] body, boolean ndjson) throws IOException {
    String head =
        "POST /api/v1/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                .formatted(server.getAuthority(), key)
            + "Content-Type: application/%s\r\nContent-Length: %d\r\n\r\n"
                .formatted(ndjson ? "x-ndjson" : "json", body.length);
    byte[] request = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(StandardCharsets.ISO_8859_1), 0, request, 0, head.length());
    System.arraycopy(body, 0, request, head.length(), body.length);
    socket.getOutputStream().write(request);
    return isAccepted();
  }

  private boolean isAccepted() throws IOException {
    boolean accepted = line().startsWith(ACCEPTED);
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    return accepted;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed a connection");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
