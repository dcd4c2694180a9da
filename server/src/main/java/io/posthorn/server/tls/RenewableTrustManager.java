package io.posthorn.server.tls;

import io.posthorn.sender.tls.Pem;
import io.posthorn.sender.tls.TrustedCertificates;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A trust manager for the platform's trust store and the certificates in a file. It reads the file
 * again when a node is not trusted, because the file may be renewed at any time. Earlier
 * certificates stay trusted until they expire, since not all nodes are renewed at once.
 */
final class RenewableTrustManager extends X509ExtendedTrustManager {
  private final Path file;
  private volatile Generation latest;

  /** The certificates of the file, and a trust manager for them and the platform's. */
  private record Generation(Set<X509Certificate> own, X509ExtendedTrustManager trust) {}

  RenewableTrustManager(Path file) throws GeneralSecurityException, IOException {
    this.file = file;
    latest = generation(read());
  }

  private static Generation generation(Set<X509Certificate> own) throws GeneralSecurityException {
    return new Generation(own, TrustedCertificates.with(own));
  }

  private Set<X509Certificate> read() throws GeneralSecurityException, IOException {
    return new LinkedHashSet<>(Pem.certificates(Files.readAllBytes(file)));
  }

  /** Asks one manager about a node. */
  private interface Question {
    void ask(X509ExtendedTrustManager trust) throws CertificateException;
  }

  private void check(Question question) throws CertificateException {
    Generation now = latest;
    try {
      question.ask(now.trust);
    } catch (CertificateException e) {
      Generation newer = renewed(now);
      if (newer.own.equals(now.own)) {
        throw e;
      }
      question.ask(newer.trust);
    }
  }

  private synchronized Generation renewed(Generation seen) {
    try {
      Set<X509Certificate> own = read();
      if (latest.own.equals(seen.own) && !seen.own.containsAll(own)) {
        seen.own.stream().filter(RenewableTrustManager::isValid).forEach(own::add);
        latest = generation(own);
      }
    } catch (GeneralSecurityException | IOException e) {
      // The file is being written; the next handshake reads it again.
    }
    return latest;
  }

  private static boolean isValid(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return true;
    } catch (CertificateException e) {
      return false;
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(trust -> trust.checkServerTrusted(chain, authType, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(trust -> trust.checkServerTrusted(chain, authType, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(trust -> trust.checkServerTrusted(chain, authType));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    latest.trust.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    latest.trust.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    latest.trust.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return latest.trust.getAcceptedIssuers();
  }
}
