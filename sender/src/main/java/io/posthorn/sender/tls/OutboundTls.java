package io.posthorn.sender.tls;

import io.posthorn.core.input.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The TLS context of all outbound connections, created from the settings' files. */
public final class OutboundTls {
  private static final char[] NO_PASSWORD = {};

  private OutboundTls() {}

  /**
   * Reads the files and creates the context.
   *
   * @throws InvalidInputException if a file that a setting names cannot be used
   */
  public static SSLContext context(TlsSettings settings) {
    return contexts(settings).of(null);
  }

  /**
   * Reads the files and creates the general context; those of endpoints follow when they are
   * needed.
   *
   * @throws InvalidInputException if a file that a setting names cannot be used
   */
  public static TlsContexts contexts(TlsSettings settings) {
    try {
      TrustManager[] trust = trust(settings.trustedCa());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(settings), trust, null);
      return new TlsContexts(context, trust);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] trust(@Nullable Path ownAuthorities)
      throws GeneralSecurityException {
    X509ExtendedTrustManager checks =
        ownAuthorities == null
            ? TrustedCertificates.ofPlatform()
            : TrustedCertificates.with(certificates(ownAuthorities, "trusted-ca"));
    return new TrustManager[] {new ReceiverTrust(checks)};
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
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "client",
        privateKey(key),
        NO_PASSWORD,
        certificates(certificate, "client-certificate").toArray(X509Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static List<X509Certificate> certificates(Path file, String setting) {
    byte[] bytes = read(file, setting);
    try {
      return Pem.certificates(bytes);
    } catch (CertificateException e) { // reported without the parser's message
      throw refused(setting, "names " + file + ", which contains no certificate in PEM form.");
    }
  }

  private static PrivateKey privateKey(Path file) {
    return Pem.privateKey(read(file, "client-key"))
        .orElseThrow(
            () ->
                refused(
                    "client-key",
                    "names "
                        + file
                        + ", which contains no unencrypted RSA, EC or EdDSA key in PKCS#8 (or RSA"
                        + " in PKCS#1) form; create one with: openssl pkcs8 -topk8 -nocrypt -in"
                        + " key.pem"));
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
