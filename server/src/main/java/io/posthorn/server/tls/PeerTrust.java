package io.posthorn.server.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The trust of a node in other nodes over https: the platform's trust store and the certificates in
 * its own {@code http.tls.certificate}, including renewals. Nodes trust each other if they share a
 * certificate, or have certificates of one authority that is part of the chain in the file. A
 * certificate must name the advertised address of its node.
 */
public final class PeerTrust {
  private PeerTrust() {}

  /**
   * Reads the certificates of a file.
   *
   * @throws BadCertificateException if it cannot be used
   */
  public static SSLContext of(Path file) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new RenewableTrustManager(file)}, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new BadCertificateException(
          "http.tls.certificate: it cannot be used to trust other nodes: " + e.getMessage());
    }
  }
}
