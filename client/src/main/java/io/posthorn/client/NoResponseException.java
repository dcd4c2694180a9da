package io.posthorn.client;

/**
 * The failure of a call that got no usable response. Unless the server was not reached at all, it
 * may have executed the call.
 */
public final class NoResponseException extends PosthornException {
  private final Reason reason;

  /** The reason for a missing response. */
  public enum Reason {
    /** The server could not be reached: the call was not executed. */
    NOT_REACHED,
    /** The response did not arrive in time. */
    TIMEOUT,
    /** The connection was lost before the response was complete. */
    CONNECTION_LOST,
    /** TLS failed, or the response is not HTTP, too large, or not JSON. */
    INVALID,
    /** The calling thread was interrupted; its interrupt flag is set again. */
    INTERRUPTED
  }

  NoResponseException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  NoResponseException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
