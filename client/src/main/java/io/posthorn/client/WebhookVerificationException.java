package io.posthorn.client;

/**
 * The rejection of a received message that is not authentic: respond with 4xx and do not process
 * it.
 */
public final class WebhookVerificationException extends RuntimeException {
  private final Reason reason;

  /** The reason for the rejection. */
  public enum Reason {
    /** A header is missing or malformed. */
    HEADERS,
    /** No signature matches any of the secrets. */
    SIGNATURE,
    /** The signature is valid, but the timestamp is too far from now. */
    TIMESTAMP
  }

  WebhookVerificationException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
