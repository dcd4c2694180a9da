package io.posthorn.client;

/**
 * No usable answer came. Unless the server was not reached at all, the call may have been carried
 * out.
 */
public final class NoAnswerException extends PosthornException {
  private final Reason reason;

  /** Why there is no answer. */
  public enum Reason {
    /** No connection could be made: the call was not carried out. */
    NOT_REACHED,
    /** The answer did not come in time. */
    TIMEOUT,
    /** The connection broke before the answer was complete. */
    CONNECTION_LOST,
    /** TLS failed, or what came is not HTTP, too large, or not JSON. */
    INVALID,
    /** The calling thread was interrupted; its interrupt flag is set again. */
    INTERRUPTED
  }

  NoAnswerException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  NoAnswerException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
