package io.posthorn.sender.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and private keys in PEM form. Messages of its exceptions may hold parts of the
 * input: they are not for callers or logs.
 */
public final class Pem {
  private static final String BEGIN_CERTIFICATE = "-----BEGIN CERTIFICATE-----";
  private static final Pattern CERTIFICATE =
      Pattern.compile(BEGIN_CERTIFICATE + "[^-]*-----END CERTIFICATE-----");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN (RSA )?PRIVATE KEY-----([^-:]*)-----END (RSA )?PRIVATE KEY-----");

  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  /** The PKCS#8 prefix of a PKCS#1 key: version 0, and the algorithm rsaEncryption. */
  private static final byte[] RSA_HEADER =
      HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

  private Pem() {}

  /**
   * All certificates, in their order; other blocks are skipped.
   *
   * @throws CertificateException if one of them cannot be read, or there is none
   */
  public static List<X509Certificate> certificates(byte[] pem) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> found = new ArrayList<>();
    String text = new String(pem, ISO_8859_1);
    Matcher blocks = CERTIFICATE.matcher(text);
    while (blocks.find()) {
      found.add((X509Certificate) factory.generateCertificate(stream(blocks.group())));
    }
    if (text.split(BEGIN_CERTIFICATE, -1).length - 1 != found.size()) {
      throw new CertificateException("a certificate is cut off");
    }
    if (found.isEmpty()) { // not PEM: the platform reads some other forms
      for (Certificate certificate : factory.generateCertificates(stream(pem))) {
        found.add((X509Certificate) certificate);
      }
    }
    if (found.isEmpty()) {
      throw new CertificateException("there is no certificate");
    }
    return found;
  }

  /** The first private key, where there is one in PKCS#8, or RSA in PKCS#1, and not encrypted. */
  public static Optional<PrivateKey> privateKey(byte[] pem) {
    Matcher block = KEY.matcher(new String(pem, ISO_8859_1));
    if (!block.find()) {
      return Optional.empty();
    }
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(block.group(1) == null ? der : pkcs8(der));
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(spec));
      } catch (GeneralSecurityException e) {
        // A key of another algorithm: try the next.
      }
    }
    return Optional.empty();
  }

  private static byte[] pkcs8(byte[] pkcs1) {
    byte[] key = tagged(0x04, pkcs1);
    byte[] whole = new byte[RSA_HEADER.length + key.length];
    System.arraycopy(RSA_HEADER, 0, whole, 0, RSA_HEADER.length);
    System.arraycopy(key, 0, whole, RSA_HEADER.length, key.length);
    return tagged(0x30, whole);
  }

  /** A DER value with its tag and a length of two bytes, which any RSA key needs and fits. */
  private static byte[] tagged(int tag, byte[] value) {
    byte[] tagged = new byte[4 + value.length];
    tagged[0] = (byte) tag;
    tagged[1] = (byte) 0x82;
    tagged[2] = (byte) (value.length >> 8);
    tagged[3] = (byte) value.length;
    System.arraycopy(value, 0, tagged, 4, value.length);
    return tagged;
  }

  private static ByteArrayInputStream stream(String text) {
    return stream(text.getBytes(ISO_8859_1));
  }

  private static ByteArrayInputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }
}
