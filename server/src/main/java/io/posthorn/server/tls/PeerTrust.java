package io.posthorn.server.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * Whom a node trusts among its like, over https: what the Java platform trusts, and what stands in
 * its own {@code http.tls.certificate}, also once that was renewed. So nodes with the same
 * certificate, or with certificates of one authority whose own stands behind them in the file,
 * trust each other; the certificate has to name the address that a node is known by.
 */
public final class PeerTrust {
  private PeerTrust() {}

  /**
   * Reads the certificates of a file.
   *
   * @throws BadCertificateException where it cannot be used
   */
  public static SSLContext of(Path file) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new RenewableTrustManager(file)}, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new BadCertificateException(
          "http.tls.certificate: other nodes cannot be trusted by it: " + e.getMessage());
    }
  }
}
