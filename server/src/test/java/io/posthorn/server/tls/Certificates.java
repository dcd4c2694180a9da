package io.posthorn.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** The test certificates, and a caller that trusts their authority. */
public final class Certificates {
  private Certificates() {}

  /** A file with a certificate or key: a copy, because the original may be in a jar. */
  public static Path file(String name) {
    try (InputStream in =
        Objects.requireNonNull(Certificates.class.getResourceAsStream("/tls/" + name))) {
      Path copy = Files.createTempFile("posthorn-test-", "-" + name);
      copy.toFile().deleteOnExit();
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trusts only the tests' authority. */
  public static SSLContext trusting() {
    try (InputStream in = Files.newInputStream(file("authority.pem"))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection after a full handshake, without session resumption. */
  static SSLSocket connect(int port, String protocol) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    socket.setEnabledProtocols(new String[] {protocol});
    socket.startHandshake();
    return socket;
  }

  /** The common name of the server's certificate. */
  static String peer(SSLSocket socket) {
    try {
      X509Certificate leaf = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return leaf.getSubjectX500Principal().getName().replace("CN=", "");
    } catch (SSLPeerUnverifiedException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String peerNow(int port) {
    try (SSLSocket socket = connect(port, "TLSv1.3")) {
      return peer(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
