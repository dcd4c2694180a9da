package io.posthorn.sender.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.posthorn.core.input.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom we trust and as whom we show ourselves, made from the files that the settings name. */
public final class OutboundTls {
  private static final char[] NO_PASSWORD = {};
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private OutboundTls() {}

  /**
   * The context of all connections.
   *
   * @throws InvalidInputException where a file that a setting names cannot be used
   */
  public static SSLContext context(TlsSettings settings) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(settings), trust(settings.trustedCa()), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** The authorities of the system, and one's own beside them. */
  private static TrustManager @Nullable [] trust(@Nullable Path ownAuthorities)
      throws GeneralSecurityException, IOException {
    if (ownAuthorities == null) {
      return null; // the platform's own way
    }
    KeyStore store = emptyStore();
    int count = 0;
    for (TrustManager manager : trustManagers(null)) {
      if (manager instanceof X509TrustManager system) {
        for (X509Certificate authority : system.getAcceptedIssuers()) {
          store.setCertificateEntry("system-" + count++, authority);
        }
      }
    }
    for (Certificate authority : certificates(ownAuthorities, "trusted-ca")) {
      store.setCertificateEntry("own-" + count++, authority);
    }
    return trustManagers(store);
  }

  private static TrustManager[] trustManagers(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keys(TlsSettings settings)
      throws GeneralSecurityException, IOException {
    Path certificate = settings.clientCertificate();
    Path key = settings.clientKey();
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw refused(
          certificate == null ? "client-certificate" : "client-key",
          "is missing; a client certificate and its key are set together, or neither.");
    }
    Certificate[] chain =
        certificates(certificate, "client-certificate").toArray(Certificate[]::new);
    KeyStore store = emptyStore();
    store.setKeyEntry("client", privateKey(key), NO_PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file, String setting) {
    byte[] bytes = read(file, setting);
    try {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes));
      if (!all.isEmpty()) {
        return all;
      }
    } catch (CertificateException e) {
      // Told below, without the parser's words.
    }
    throw refused(setting, "names " + file + ", which holds no certificate in PEM form.");
  }

  private static PrivateKey privateKey(Path file) throws GeneralSecurityException {
    String pem = new String(read(file, "client-key"), ISO_8859_1);
    String begin = "-----BEGIN PRIVATE KEY-----";
    int start = pem.indexOf(begin);
    int end = pem.indexOf("-----END PRIVATE KEY-----");
    if (start < 0 || end < start) {
      throw refused(
          "client-key",
          "names "
              + file
              + ", which holds no unencrypted PKCS#8 key; make one with: openssl pkcs8 -topk8"
              + " -nocrypt -in key.pem");
    }
    byte[] der = Base64.getMimeDecoder().decode(pem.substring(start + begin.length(), end));
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException e) {
        // A key of another kind: try the next.
      }
    }
    throw refused("client-key", "names " + file + ", whose key is not RSA, EC or EdDSA.");
  }

  private static byte[] read(Path file, String setting) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw refused(setting, "names " + file + ", which cannot be read.");
    }
  }

  private static InvalidInputException refused(String setting, String reason) {
    return new InvalidInputException(
        "/delivery/" + setting, "The setting delivery." + setting + " " + reason);
  }
}
