package io.posthorn.sim.audit;

/** A promise that was broken. */
public final class Violation extends RuntimeException {
  private final transient Invariant invariant;

  public Violation(Invariant invariant, String reason) {
    super(reason);
    this.invariant = invariant;
  }

  public Invariant invariant() {
    return invariant;
  }
}
