package io.posthorn.engine.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a call by the engine, for a temporary reason. Unless the reason is {@link
 * Refusal#OUTCOME_UNKNOWN}, the call had no effect and can safely be retried.
 */
public final class RefusedException extends RuntimeException {
  private final Refusal reason;
  private final transient Duration retryAfter;

  public RefusedException(Refusal reason) {
    this(reason, reason.sentence(), reason.retryAfter());
  }

  /**
   * A refusal with its own text and retry time.
   *
   * @param detail for users
   */
  public RefusedException(Refusal reason, String detail, Duration retryAfter) {
    // No stack trace: an overloaded engine throws many of these.
    super(detail, null, false, false);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  private RefusedException(Refusal reason, String detail, @Nullable Throwable cause) {
    super(detail, cause);
    this.reason = reason;
    this.retryAfter = reason.retryAfter();
  }

  /** The call may or may not have had, or still have, an effect. */
  public static RefusedException outcomeUnknown(String detail, @Nullable Throwable cause) {
    return new RefusedException(Refusal.OUTCOME_UNKNOWN, detail, cause);
  }

  public Refusal reason() {
    return reason;
  }

  /** For users. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  public Duration retryAfter() {
    return retryAfter;
  }
}
