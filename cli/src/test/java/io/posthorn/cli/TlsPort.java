package io.posthorn.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A port that speaks TLS with a certificate that is not trusted, and nothing else. */
final class TlsPort implements AutoCloseable {
  private static final String PASSWORD = "changeit";

  private final SSLServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private TlsPort(SSLServerSocket server) {
    this.server = server;
    var _ = threads.submit(this::accept);
  }

  static TlsPort open() throws IOException, GeneralSecurityException, InterruptedException {
    Path store = Files.createTempFile("posthorn-tls", ".p12");
    Files.delete(store);
    new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=untrusted",
            "-storepass",
            PASSWORD,
            "-keystore",
            store.toString())
        .inheritIO()
        .start()
        .waitFor();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    Files.delete(store);
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return new TlsPort(
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress()));
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        var _ = threads.submit(() -> greet((SSLSocket) socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private static void greet(SSLSocket socket) {
    try (socket) {
      socket.startHandshake();
    } catch (IOException e) {
      return; // not TLS
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
