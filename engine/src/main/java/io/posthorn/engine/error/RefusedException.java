package io.posthorn.engine.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something is refused, for a reason that may pass. Unless the reason is {@link
 * Refusal#UNANSWERED}, nothing of it has happened and it can safely be tried again.
 */
public final class RefusedException extends RuntimeException {
  private final Refusal reason;
  private final transient Duration retryAfter;

  public RefusedException(Refusal reason) {
    this(reason, reason.sentence(), reason.retryAfter());
  }

  /**
   * A refusal with more to say.
   *
   * @param detail for a person
   */
  public RefusedException(Refusal reason, String detail, Duration retryAfter) {
    // Without a stack trace: an overloaded engine throws many of these.
    super(detail, null, false, false);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  private RefusedException(Refusal reason, String detail, @Nullable Throwable cause) {
    super(detail, cause);
    this.reason = reason;
    this.retryAfter = reason.retryAfter();
  }

  /** Nobody knows whether it has happened, or will. */
  public static RefusedException unanswered(String detail, @Nullable Throwable cause) {
    return new RefusedException(Refusal.UNANSWERED, detail, cause);
  }

  public Refusal reason() {
    return reason;
  }

  /** For a person. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  public Duration retryAfter() {
    return retryAfter;
  }
}
