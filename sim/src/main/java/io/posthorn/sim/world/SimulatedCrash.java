package io.posthorn.sim.world;

/** The host died; thrown through the code that would have gone on. */
public final class SimulatedCrash extends RuntimeException {
  public SimulatedCrash() {
    super("simulated crash", null, false, false);
  }
}
