package io.posthorn.sim.audit;

/** Everything that goes in comes out, once. */
final class Accounts implements Invariant {
  @Override
  public String name() {
    return "everything is accounted for";
  }

  @Override
  public String contract() {
    return "Every request is answered once, every outcome is recorded, and every end is told.";
  }
}
