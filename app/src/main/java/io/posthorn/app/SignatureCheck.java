package io.posthorn.app;

import io.posthorn.core.message.SigningInput;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Checks signatures as a receiver should: Standard Webhooks 1.0, {@code v1}. */
final class SignatureCheck {
  /** How far the clocks of sender and receiver may be apart; older ones could be replayed. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String PREFIX = "whsec_";
  private static final String VERSION = "v1,";
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;

  /** What came of it. */
  enum Verdict {
    VALID("valid"),
    INVALID("INVALID"),
    UNSIGNED("unsigned"),
    /** Signed, but without a secret nobody can say more. */
    UNCHECKED("signed");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  /** A verdict; where it is INVALID, with the reason. */
  record Finding(Verdict verdict, String reason) {
    static Finding of(Verdict verdict) {
      return new Finding(verdict, "");
    }

    static Finding invalid(String reason) {
      return new Finding(Verdict.INVALID, reason);
    }

    @Override
    public String toString() {
      return reason.isEmpty() ? verdict.word() : verdict.word() + " (" + reason + ")";
    }
  }

  private final List<SecretKeySpec> keys = new ArrayList<>();
  private final Clock clock;

  /**
   * Checks with any of the secrets, since during a rotation two of them sign.
   *
   * @throws IllegalArgumentException where one is no secret
   */
  SignatureCheck(List<String> secrets, Clock clock) {
    secrets.forEach(secret -> keys.add(key(secret)));
    this.clock = clock;
  }

  private static SecretKeySpec key(String secret) {
    String text = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : "";
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      bytes = new byte[0];
    }
    if (bytes.length < SHORTEST || bytes.length > LONGEST) {
      throw new IllegalArgumentException(
          "A secret is whsec_ and the Base64 of 24 to 64 bytes, as GET /endpoints/{id}/secret says.");
    }
    return new SecretKeySpec(bytes, "HmacSHA256");
  }

  Finding check(
      @Nullable String id, @Nullable String timestamp, @Nullable String signatures, byte[] body) {
    if (signatures == null) {
      return Finding.of(Verdict.UNSIGNED);
    }
    if (keys.isEmpty()) {
      return Finding.of(Verdict.UNCHECKED);
    }
    if (id == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) {
      return Finding.invalid("webhook-id or webhook-timestamp is missing or malformed");
    }
    long seconds = Long.parseLong(timestamp);
    if (!anyMatches(SigningInput.of(id, seconds, body), signatures)) {
      return Finding.invalid("no signature matches");
    }
    Duration apart = Duration.between(Instant.ofEpochSecond(seconds), clock.instant());
    if (apart.abs().compareTo(TOLERANCE) > 0) {
      String where = apart.isNegative() ? " ahead" : " old";
      return Finding.invalid("signed, but its timestamp is " + Moments.words(apart.abs()) + where);
    }
    return Finding.of(Verdict.VALID);
  }

  private boolean anyMatches(byte[] signed, String signatures) {
    boolean found = false;
    for (SecretKeySpec key : keys) {
      byte[] expected = mac(key, signed);
      for (String signature : signatures.split(" ", -1)) {
        found |= signature.startsWith(VERSION) && same(expected, signature);
      }
    }
    return found;
  }

  /** In constant time: how long it takes says nothing about how much was right. */
  private static boolean same(byte[] expected, String signature) {
    try {
      byte[] given = Base64.getDecoder().decode(signature.substring(VERSION.length()));
      return MessageDigest.isEqual(expected, given);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static byte[] mac(SecretKeySpec key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
