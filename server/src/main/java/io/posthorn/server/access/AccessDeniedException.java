package io.posthorn.server.access;

/** A call that is refused because of who makes it, or for whom. */
public final class AccessDeniedException extends RuntimeException {
  private final Reason reason;
  private final String detail;

  /** Why a call is refused. */
  public enum Reason {
    /** No key or session, or one that is not valid. */
    NOT_AUTHENTICATED,
    /** The caller is for all customers, and the call does not say which one is meant. */
    CUSTOMER_NOT_NAMED,
    /** The customer does not exist, or is not the caller's: nobody learns which of the two. */
    NO_SUCH_CUSTOMER
  }

  /**
   * A refusal.
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
