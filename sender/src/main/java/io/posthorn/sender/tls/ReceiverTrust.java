package io.posthorn.sender.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A trust manager for receivers: the JDK's checks, with an {@link UntrustedChainException} where a
 * chain leads to no trusted authority.
 */
final class ReceiverTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager checks;

  ReceiverTrust(X509ExtendedTrustManager checks) {
    this.checks = checks;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    try {
      checks.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw UntrustedChainException.of(chain, e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    try {
      checks.checkServerTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      throw UntrustedChainException.of(chain, e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    checks.checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checks.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checks.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    checks.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return checks.getAcceptedIssuers();
  }
}
