package io.posthorn.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Whom a node trusts among its like, over https: what the Java platform trusts, and what stands in
 * its own {@code http.tls.certificate}. So nodes with the same certificate, or with certificates of
 * one authority whose own stands behind them in the file, trust each other; the certificate has to
 * name the address that a node is known by.
 */
public final class PeerTrust {
  private PeerTrust() {}

  /**
   * Reads the certificates.
   *
   * @throws BadCertificateException where a file cannot be used
   */
  public static SSLContext of(List<Path> files) {
    try {
      KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      int number = 0;
      for (TrustManager manager : managers(null)) {
        if (manager instanceof X509TrustManager known) {
          for (Certificate authority : known.getAcceptedIssuers()) {
            anchors.setCertificateEntry("platform-" + number++, authority);
          }
        }
      }
      for (Path file : files) {
        for (Certificate certificate : read(file)) {
          anchors.setCertificateEntry("own-" + number++, certificate);
        }
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(anchors), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new BadCertificateException(
          "http.tls.certificate: other nodes cannot be trusted by it: " + e.getMessage());
    }
  }

  private static TrustManager[] managers(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(anchors);
    return factory.getTrustManagers();
  }

  private static List<Certificate> read(Path file) throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
    }
  }
}
