package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.posthorn.sender.tls.OutboundTls;
import io.posthorn.sender.tls.TlsSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A loopback server that runs a script on each connection, byte for byte. */
public final class ScriptedServer implements AutoCloseable {
  public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** The script of a connection, which is closed after it. */
  public interface Script {
    void run(Connection connection) throws IOException;
  }

  /**
   * A request as it came, header names in lower case.
   *
   * @param client the name of the client certificate; empty if there was none
   */
  public record Received(String line, Map<String, String> headers, byte[] body, String client) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final ServerSocket server;
  private final Script script;
  private final String scheme;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger closedConnections = new AtomicInteger();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private ScriptedServer(ServerSocket server, String scheme, Script script) {
    this.server = server;
    this.scheme = scheme;
    this.script = script;
    Thread.ofVirtual().start(this::accept);
  }

  public static ScriptedServer plain(Script script) {
    return plainAt("127.0.0.1", 0, script);
  }

  public static ScriptedServer plainAt(String address, int port, Script script) {
    try {
      return new ScriptedServer(
          new ServerSocket(port, 1_000, InetAddress.ofLiteral(address)), "http", script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ScriptedServer tls(String certificate, boolean asksForCertificate, Script script) {
    try {
      SSLContext context =
          OutboundTls.context(
              new TlsSettings(
                  file("authority.pem"), file(certificate + ".pem"), file(certificate + ".key")));
      SSLServerSocket server =
          (SSLServerSocket)
              context
                  .getServerSocketFactory()
                  .createServerSocket(0, 1_000, InetAddress.ofLiteral("127.0.0.1"));
      server.setNeedClientAuth(asksForCertificate);
      return new ScriptedServer(server, "https", script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path file(String name) {
    return Path.of("src/test/resources/tls", name);
  }

  /** Responds to every request in the same way, for as long as the client likes. */
  public static Script always(String response) {
    return connection -> {
      while (connection.request() != null) {
        connection.write(response);
      }
    };
  }

  public String url() {
    return url("127.0.0.1");
  }

  public String url(String host) {
    return scheme + "://" + host + ":" + port() + "/hook";
  }

  public int port() {
    return server.getLocalPort();
  }

  public int connections() {
    return connections.get();
  }

  public int closedConnections() {
    return closedConnections.get();
  }

  public List<Received> received() {
    return received;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      script.run(new Connection(socket));
    } catch (IOException e) {
      // The client went away, as clients do.
    }
    closedConnections.incrementAndGet();
  }

  /** One connection, seen from the server. */
  public final class Connection {
    private final Socket socket;

    Connection(Socket socket) {
      this.socket = socket;
    }

    /** The next request; null where the client closed instead. */
    @Nullable Received request() throws IOException {
      String head = head();
      if (head.isEmpty()) {
        return null;
      }
      List<String> lines = head.lines().toList();
      Map<String, String> headers = new LinkedHashMap<>();
      for (String line : lines.subList(1, lines.size() - 1)) {
        int colon = line.indexOf(": ");
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        if (headers.put(name, line.substring(colon + 2)) != null) {
          throw new AssertionError("header twice: " + name);
        }
      }
      int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
      Received request =
          new Received(lines.getFirst(), headers, input().readNBytes(length), client());
      received.add(request);
      return request;
    }

    private String client() {
      try {
        return socket instanceof SSLSocket secure && ((SSLServerSocket) server).getNeedClientAuth()
            ? secure.getSession().getPeerPrincipal().getName()
            : "";
      } catch (SSLPeerUnverifiedException e) {
        return "";
      }
    }

    /** The head of the next request alone. */
    String head() throws IOException {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      int b = input().read();
      while (b >= 0) {
        head.write(b);
        if (b == '\n' && head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
          return head.toString(ISO_8859_1);
        }
        b = input().read();
      }
      return "";
    }

    void write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /** Lets time pass, as slow servers do; not longer than the server lives. */
    void pause(Duration time) throws IOException {
      try {
        if (closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IOException("the server was closed");
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    /** Waits until the client closes. */
    void untilClosed() throws IOException {
      input().transferTo(java.io.OutputStream.nullOutputStream());
    }

    private InputStream input() throws IOException {
      return socket.getInputStream();
    }
  }
}
