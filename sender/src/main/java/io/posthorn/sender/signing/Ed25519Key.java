package io.posthorn.sender.signing;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * A private key of Standard Webhooks {@code v1a}, ready to sign: {@code whsk_} and the Base64 of 64
 * bytes, of which the second half is the public key.
 */
public final class Ed25519Key {
  static final String PREFIX = "whsk_";
  private static final String PUBLIC_PREFIX = "whpk_";
  private static final String ALGORITHM = "Ed25519";
  private static final int HALF = 32;

  private final PrivateKey key;
  private final byte[] publicBytes;

  private Ed25519Key(PrivateKey key, byte[] publicBytes) {
    this.key = key;
    this.publicBytes = publicBytes;
  }

  /** Creates a new key, as text. */
  public static String random() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
      byte[] both = Arrays.copyOf(seed, 2 * HALF);
      System.arraycopy(encoded((EdECPublicKey) pair.getPublic()), 0, both, HALF, HALF);
      return PREFIX + Base64.getEncoder().encodeToString(both);
    } catch (GeneralSecurityException e) {
      throw noAlgorithm(e);
    }
  }

  /** Returns whether a text is a private key whose second half is its public key. */
  public static boolean isValid(String text) {
    try {
      Ed25519Key parsed = parse(text);
      byte[] probe = PREFIX.getBytes(StandardCharsets.US_ASCII);
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(parsed.publicKeyObject());
      signature.update(probe);
      return signature.verify(parsed.signature(probe, new byte[0]));
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return false;
    }
  }

  private PublicKey publicKeyObject() throws GeneralSecurityException {
    byte[] big = new byte[HALF];
    for (int i = 0; i < HALF; i++) {
      big[i] = publicBytes[HALF - 1 - i];
    }
    boolean odd = (big[0] & 0x80) != 0;
    big[0] &= 0x7F;
    EdECPoint point = new EdECPoint(odd, new BigInteger(1, big));
    return KeyFactory.getInstance(ALGORITHM)
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }

  static Ed25519Key parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("the signing key must begin with " + PREFIX);
    }
    byte[] both;
    try {
      both = Base64.getDecoder().decode(text.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message could contain part of the key.
      throw new IllegalArgumentException("the signing key is not valid Base64");
    }
    if (both.length != 2 * HALF) {
      throw new IllegalArgumentException("the signing key must have 64 bytes");
    }
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(
                  new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Arrays.copyOf(both, HALF)));
      return new Ed25519Key(key, Arrays.copyOfRange(both, HALF, 2 * HALF));
    } catch (GeneralSecurityException e) {
      throw noAlgorithm(e);
    }
  }

  /** The public key, for receivers: {@code whpk_} and the Base64 of 32 bytes. */
  String publicKey() {
    return PUBLIC_PREFIX + Base64.getEncoder().encodeToString(publicBytes);
  }

  /** One entry of the {@code webhook-signature} header. */
  String sign(byte[] prefix, byte[] body) {
    try {
      return "v1a," + Base64.getEncoder().encodeToString(signature(prefix, body));
    } catch (GeneralSecurityException e) {
      throw noAlgorithm(e);
    }
  }

  private byte[] signature(byte[] prefix, byte[] body) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(ALGORITHM);
    signature.initSign(key);
    signature.update(prefix);
    signature.update(body);
    return signature.sign();
  }

  /** RFC 8032: the y coordinate in little-endian, with the parity of x in the topmost bit. */
  private static byte[] encoded(EdECPublicKey key) {
    byte[] bytes = new byte[HALF];
    BigInteger y = key.getPoint().getY();
    byte[] big = y.toByteArray();
    for (int i = 0; i < HALF && i < big.length; i++) {
      bytes[i] = big[big.length - 1 - i];
    }
    if (key.getPoint().isXOdd()) {
      bytes[HALF - 1] |= (byte) 0x80;
    }
    return bytes;
  }

  private static AssertionError noAlgorithm(GeneralSecurityException e) {
    return new AssertionError("every Java platform has " + ALGORITHM, e);
  }
}
