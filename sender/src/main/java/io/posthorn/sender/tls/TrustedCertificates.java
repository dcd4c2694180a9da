package io.posthorn.sender.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The trusted certificates: those of the Java platform, plus configured ones. */
public final class TrustedCertificates {
  private TrustedCertificates() {}

  /** A trust manager for the platform's authorities alone. */
  static X509ExtendedTrustManager ofPlatform() throws GeneralSecurityException {
    return manager(null);
  }

  /** A trust manager for both. */
  public static X509ExtendedTrustManager with(Collection<X509Certificate> own)
      throws GeneralSecurityException {
    KeyStore anchors = KeyStore.getInstance("PKCS12");
    try {
      anchors.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    int number = 0;
    for (X509Certificate authority : manager(null).getAcceptedIssuers()) {
      anchors.setCertificateEntry("platform-" + number++, authority);
    }
    for (X509Certificate certificate : own) {
      anchors.setCertificateEntry("own-" + number++, certificate);
    }
    return manager(anchors);
  }

  private static X509ExtendedTrustManager manager(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(anchors);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager trust) {
        return trust;
      }
    }
    throw new IllegalStateException("no trust manager for X.509");
  }
}
