package io.posthorn.sender.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.posthorn.core.input.InvalidInputException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The client certificate of an endpoint with its key, ready to be presented. Two are equal if their
 * PEM texts are: connections are reused only under an equal one.
 */
public final class ClientIdentity {
  private static final char[] NO_PASSWORD = {};

  /** The blank line between certificate and key in the text that is sealed. */
  private static final String SEPARATOR = "\n\n";

  private final String digest;
  private final List<X509Certificate> chain;
  private final PrivateKey key;

  private ClientIdentity(String digest, List<X509Certificate> chain, PrivateKey key) {
    this.digest = digest;
    this.chain = chain;
    this.key = key;
  }

  /** The text to seal. */
  public static String text(String certificate, String key) {
    return certificate.strip() + SEPARATOR + key.strip();
  }

  /** Parses an unsealed text. */
  public static ClientIdentity parse(String text) {
    int end = text.lastIndexOf(SEPARATOR);
    if (end < 0) {
      throw new IllegalArgumentException("not a certificate with its key");
    }
    return of(text.substring(0, end), text.substring(end));
  }

  /**
   * Checks a certificate and its key in PEM form.
   *
   * @throws InvalidInputException at {@code /certificate} or {@code /key}, without their contents
   */
  public static ClientIdentity of(String certificate, String key) {
    List<X509Certificate> chain;
    try {
      chain = Pem.certificates(certificate.getBytes(US_ASCII));
    } catch (CertificateException e) { // reported without the parser's message
      throw new InvalidInputException(
          "/certificate", "certificate must be one or more certificates in PEM form.");
    }
    PrivateKey privateKey =
        Pem.privateKey(key.getBytes(US_ASCII))
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "/key",
                        "key must be an unencrypted RSA, EC or EdDSA key in PKCS#8 (or RSA in"
                            + " PKCS#1) form; create one with: openssl pkcs8 -topk8 -nocrypt -in"
                            + " key.pem"));
    if (!belongTogether(chain.getFirst(), privateKey)) {
      throw new InvalidInputException("/key", "key does not belong to the first certificate.");
    }
    return new ClientIdentity(digest(text(certificate, key)), List.copyOf(chain), privateKey);
  }

  /** Signs with one and verifies with the other: the platform has no other test for all kinds. */
  private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
    String algorithm =
        key instanceof RSAKey
            ? "SHA256withRSA"
            : key instanceof ECKey ? "SHA256withECDSA" : "EdDSA";
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update((byte) 1);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The end of the certificate that ends first, in milliseconds. */
  public long expiresAt() {
    return chain.stream()
        .mapToLong(each -> each.getNotAfter().toInstant().toEpochMilli())
        .min()
        .orElseThrow();
  }

  /** The name that the certificate is for. */
  public String subject() {
    return chain.getFirst().getSubjectX500Principal().getName();
  }

  KeyManager[] keyManagers() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("client", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClientIdentity that && digest.equals(that.digest);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  @Override
  public String toString() {
    return "ClientIdentity[" + subject() + "]";
  }
}
