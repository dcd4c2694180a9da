package io.posthorn.server.access;

/** The refusal of a call because of its caller or its customer. */
public final class AccessDeniedException extends RuntimeException {
  private final Reason reason;
  private final String detail;

  /** The reason for a refusal. */
  public enum Reason {
    /** No key or session, or one that is not valid. */
    NOT_AUTHENTICATED,
    /** The customer does not exist or is not the caller's; the response does not say which. */
    NO_SUCH_CUSTOMER,
    /** The call is about one customer, and all were named. */
    ALL_CUSTOMERS
  }

  /**
   * Creates a refusal.
   *
   * @param detail a sentence for the caller
   */
  AccessDeniedException(Reason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
    this.detail = detail;
  }

  public Reason reason() {
    return reason;
  }

  public String detail() {
    return detail;
  }
}
