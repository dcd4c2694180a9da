package io.posthorn.embedded;

/** Nothing was taken in, and nothing of it has happened: it can safely be tried again. */
public final class RefusedException extends RuntimeException {
  private final Refusal reason;

  public RefusedException(Refusal reason) {
    // Without a stack trace: an overloaded engine throws many of these.
    super(reason.sentence(), null, false, false);
    this.reason = reason;
  }

  public Refusal reason() {
    return reason;
  }
}
