package io.posthorn.cli.listen;

import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.WebhookVerificationException;
import io.posthorn.client.WebhookVerifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report on the signatures of received messages: verifies each and describes the result. */
final class SignatureReport {
  /** The result of a verification. */
  enum Verdict {
    VERIFIED("verified"),
    /** The signature is wrong, or missing although there is a secret. */
    REJECTED("REJECTED"),
    /** There is no secret to verify with. */
    UNCHECKED("signature not checked");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    /** The word after a number of signatures. */
    String counted() {
      return this == UNCHECKED ? "not checked" : word;
    }
  }

  /** A verdict, with the reason if it is REJECTED. */
  record Finding(Verdict verdict, String reason) {
    static Finding of(Verdict verdict) {
      return new Finding(verdict, "");
    }

    @Override
    public String toString() {
      return reason.isEmpty() ? verdict.word() : verdict.word() + " (" + reason + ")";
    }
  }

  private final @Nullable WebhookVerifier verifier;
  private final Clock clock;

  /**
   * Verifies with any of the secrets: during a rotation two of them sign.
   *
   * @throws IllegalArgumentException where one is no secret
   */
  SignatureReport(List<String> secrets, Clock clock) {
    verifier = secrets.isEmpty() ? null : WebhookVerifier.of(secrets).withClock(clock);
    this.clock = clock;
  }

  Finding check(
      @Nullable String id, @Nullable String timestamp, @Nullable String signatures, byte[] body) {
    if (verifier == null) {
      return Finding.of(Verdict.UNCHECKED);
    }
    if (signatures == null) {
      return new Finding(Verdict.REJECTED, "webhook-signature is missing");
    }
    try {
      verifier.verify(id, timestamp, signatures, body);
      return Finding.of(Verdict.VERIFIED);
    } catch (WebhookVerificationException e) {
      return new Finding(
          Verdict.REJECTED,
          switch (e.reason()) {
            case HEADERS -> "webhook-id or webhook-timestamp is missing or malformed";
            case SIGNATURE -> "no signature matches";
            case TIMESTAMP ->
                "the signature is valid, but the timestamp is " + age(String.valueOf(timestamp));
          });
    }
  }

  private String age(String timestamp) {
    Instant sentAt = Instant.ofEpochSecond(Long.parseLong(timestamp));
    Duration age = Duration.between(sentAt, clock.instant());
    return TimeText.words(age.abs()) + (age.isNegative() ? " ahead" : " old");
  }
}
