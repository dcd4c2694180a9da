package io.posthorn.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A verifier of received messages: authentic, unchanged and recent, by Standard Webhooks {@code
 * v1}.
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
  private static final String VERSION = "v1,";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int MIN_SECRET_BYTES = 24;
  private static final int MAX_SECRET_BYTES = 64;

  private final List<SecretKeySpec> keys;
  private final Duration tolerance;
  private final Clock clock;

  private WebhookVerifier(List<SecretKeySpec> keys, Duration tolerance, Clock clock) {
    this.keys = keys;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Creates a verifier that accepts any of the secrets; during a rotation there are two.
   *
   * @throws IllegalArgumentException if one is not {@code whsec_} and the Base64 of 24 to 64 bytes
   */
  public static WebhookVerifier of(String... secrets) {
    return of(List.of(secrets));
  }

  /**
   * Creates a verifier that accepts any of the secrets; during a rotation there are two.
   *
   * @throws IllegalArgumentException if one is not {@code whsec_} and the Base64 of 24 to 64 bytes
   */
  public static WebhookVerifier of(List<String> secrets) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("At least one secret is required.");
    }
    List<SecretKeySpec> keys = secrets.stream().map(WebhookVerifier::key).toList();
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

  private static SecretKeySpec key(String secret) {
    byte[] bytes = new byte[0];
    if (secret.startsWith(PREFIX)) {
      try {
        bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      } catch (IllegalArgumentException e) {
        // Rejected below, without repeating it.
      }
    }
    if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "A secret must be whsec_ and the Base64 of 24 to 64 bytes, as GET /endpoints/{id}/secret returns it.");
    }
    return new SecretKeySpec(bytes, ALGORITHM);
  }

  private static byte[] signedBytes(String id, String timestamp, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 64);
    out.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  private boolean anyMatches(byte[] signed, String signatures) {
    boolean found = false;
    List<String> given =
        Arrays.stream(signatures.split(" ", -1)).filter(s -> s.startsWith(VERSION)).toList();
    for (SecretKeySpec key : keys) {
      byte[] expected = mac(key, signed);
      for (String signature : given) {
        found |= matches(expected, signature.substring(VERSION.length()));
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
