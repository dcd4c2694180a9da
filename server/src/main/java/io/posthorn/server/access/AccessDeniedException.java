package io.posthorn.server.access;

/** Signals that a call is refused because of its caller or its customer. */
public final class AccessDeniedException extends RuntimeException {
  private final Reason reason;
  private final String detail;

  /** Why a call is refused. */
  public enum Reason {
    /** No key or session, or one that is not valid. */
    NOT_AUTHENTICATED,
    /** The key is for all customers, and the call names none. */
    CUSTOMER_NOT_NAMED,
    /** The customer does not exist or is not the caller's; the answer does not tell which. */
    NO_SUCH_CUSTOMER
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
