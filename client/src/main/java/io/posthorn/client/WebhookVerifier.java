package io.posthorn.client;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A verifier of received messages: authentic, unchanged and recent, by Standard Webhooks {@code v1}
 * with a secret, or {@code v1a} with a public key.
 *
 * <pre>{@code
 * WebhookVerifier verifier = WebhookVerifier.of("whsec_...");
 * String id = verifier.verify(request::getHeader, body);   // throws if it is not authentic
 * }</pre>
 *
 * <p>Pass the raw body bytes: parsed and rewritten JSON has another signature. The id that {@link
 * #verify} returns is the same for all attempts of a message, so that receivers can skip
 * duplicates.
 */
public final class WebhookVerifier {
  /** The default tolerance for the timestamp; it limits replay attacks. */
  public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

  private static final String PREFIX = "whsec_";
  private static final String PUBLIC_PREFIX = "whpk_";
  private static final String VERSION = "v1,";
  private static final String PUBLIC_VERSION = "v1a,";
  private static final String ALGORITHM = "HmacSHA256";
  private static final String PUBLIC_ALGORITHM = "Ed25519";
  private static final int PUBLIC_KEY_BYTES = 32;
  private static final int MIN_SECRET_BYTES = 24;
  private static final int MAX_SECRET_BYTES = 64;

  /** The check of one secret or public key against one entry of the signature header. */
  private interface Key {
    boolean verifies(byte[] signed, String signature);
  }

  private final List<Key> keys;
  private final Duration tolerance;
  private final Clock clock;

  private WebhookVerifier(List<Key> keys, Duration tolerance, Clock clock) {
    this.keys = keys;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Creates a verifier that accepts any of the secrets or public keys; during a rotation there are
   * two.
   *
   * @throws IllegalArgumentException if one is neither {@code whsec_} and the Base64 of 24 to 64
   *     bytes nor {@code whpk_} and the Base64 of 32 bytes
   */
  public static WebhookVerifier of(String... secrets) {
    return of(List.of(secrets));
  }

  /**
   * Creates a verifier that accepts any of the secrets or public keys; during a rotation there are
   * two.
   *
   * @throws IllegalArgumentException if one is neither {@code whsec_} and the Base64 of 24 to 64
   *     bytes nor {@code whpk_} and the Base64 of 32 bytes
   */
  public static WebhookVerifier of(List<String> secrets) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("At least one secret is required.");
    }
    List<Key> keys = secrets.stream().map(WebhookVerifier::key).toList();
    return new WebhookVerifier(keys, DEFAULT_TOLERANCE, Clock.systemUTC());
  }

  /** The same verifier with another tolerance for the time of a message. */
  public WebhookVerifier withTolerance(Duration other) {
    return new WebhookVerifier(keys, other, clock);
  }

  /** The same verifier with another clock. */
  public WebhookVerifier withClock(Clock other) {
    return new WebhookVerifier(keys, tolerance, other);
  }

  /**
   * Verifies a message.
   *
   * @param headers gives the value of a header by its lower-case name, or null
   * @param body the raw body
   * @return the message's id
   * @throws WebhookVerificationException if the message is not authentic
   */
  public String verify(Function<String, @Nullable String> headers, byte[] body) {
    return verify(
        headers.apply("webhook-id"),
        headers.apply("webhook-timestamp"),
        headers.apply("webhook-signature"),
        body);
  }

  /**
   * Verifies a message.
   *
   * @param id the header {@code webhook-id}
   * @param timestamp the header {@code webhook-timestamp}
   * @param signatures the header {@code webhook-signature}
   * @param body the raw body
   * @return the message's id
   * @throws WebhookVerificationException if the message is not authentic
   */
  public String verify(
      @Nullable String id, @Nullable String timestamp, @Nullable String signatures, byte[] body) {
    if (id == null
        || signatures == null
        || timestamp == null
        || !timestamp.matches("[0-9]{1,12}")) {
      throw new WebhookVerificationException(
          WebhookVerificationException.Reason.HEADERS,
          "webhook-id, webhook-timestamp or webhook-signature is missing or malformed");
    }
    if (!anyMatches(signedBytes(id, timestamp, body), signatures)) {
      throw new WebhookVerificationException(
          WebhookVerificationException.Reason.SIGNATURE, "no signature matches");
    }
    Instant sentAt = Instant.ofEpochSecond(Long.parseLong(timestamp));
    Duration age = Duration.between(sentAt, clock.instant());
    if (age.abs().compareTo(tolerance) > 0) {
      throw new WebhookVerificationException(
          WebhookVerificationException.Reason.TIMESTAMP,
          "the signature is valid, but the timestamp is "
              + age.abs().toSeconds()
              + " s "
              + (age.isNegative() ? "ahead" : "old"));
    }
    return id;
  }

  private static Key key(String secret) {
    if (secret.startsWith(PUBLIC_PREFIX)) {
      PublicKey key = publicKey(decoded(secret, PUBLIC_PREFIX));
      return (signed, signature) -> isSigned(key, signed, signature);
    }
    byte[] bytes = secret.startsWith(PREFIX) ? decoded(secret, PREFIX) : new byte[0];
    if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "A secret must be whsec_ and the Base64 of 24 to 64 bytes, as GET /endpoints/{id}/secret returns it.");
    }
    SecretKeySpec key = new SecretKeySpec(bytes, ALGORITHM);
    return (signed, signature) ->
        signature.startsWith(VERSION)
            && matches(mac(key, signed), signature.substring(VERSION.length()));
  }

  private static byte[] decoded(String text, String prefix) {
    try {
      return Base64.getDecoder().decode(text.substring(prefix.length()));
    } catch (IllegalArgumentException e) {
      return new byte[0]; // rejected for its length, without repeating it
    }
  }

  /** RFC 8032: the y coordinate in little-endian, with the parity of x in the topmost bit. */
  private static PublicKey publicKey(byte[] bytes) {
    if (bytes.length != PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "A public key must be whpk_ and the Base64 of 32 bytes, as GET /endpoints/{id} returns it.");
    }
    byte[] y = new byte[PUBLIC_KEY_BYTES];
    for (int i = 0; i < PUBLIC_KEY_BYTES; i++) {
      y[i] = bytes[PUBLIC_KEY_BYTES - 1 - i];
    }
    boolean xOdd = (y[0] & 0x80) != 0;
    y[0] &= 0x7F;
    try {
      return KeyFactory.getInstance(PUBLIC_ALGORITHM)
          .generatePublic(
              new EdECPublicKeySpec(
                  NamedParameterSpec.ED25519, new EdECPoint(xOdd, new BigInteger(1, y))));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("The public key is not a point of Ed25519.", e);
    }
  }

  private static boolean isSigned(PublicKey key, byte[] signed, String entry) {
    if (!entry.startsWith(PUBLIC_VERSION)) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance(PUBLIC_ALGORITHM);
      signature.initVerify(key);
      signature.update(signed);
      return signature.verify(Base64.getDecoder().decode(entry.substring(PUBLIC_VERSION.length())));
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return false; // not Base64, or no signature of that length
    }
  }

  private static byte[] signedBytes(String id, String timestamp, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 64);
    out.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  private boolean anyMatches(byte[] signed, String signatures) {
    boolean found = false;
    for (Key key : keys) {
      for (String signature : signatures.split(" ", -1)) {
        found |= key.verifies(signed, signature);
      }
    }
    return found;
  }

  /** Compares in constant time, against timing attacks. */
  private static boolean matches(byte[] expected, String signature) {
    try {
      return MessageDigest.isEqual(expected, Base64.getDecoder().decode(signature));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static byte[] mac(SecretKeySpec key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
