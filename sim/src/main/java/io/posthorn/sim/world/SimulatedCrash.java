package io.posthorn.sim.world;

/** The crash of a simulated host, thrown through the code that would have continued. */
public final class SimulatedCrash extends RuntimeException {
  /** The points in a turn at which a host can crash. */
  public enum Point {
    /** The shard has decided; none of its writes are on disk. */
    BEFORE_COMMIT,
    /** The commit is written but not synced: a power failure may lose it. */
    IN_COMMIT,
    /** The commit is on disk; no effect has been released. */
    AFTER_COMMIT,
    /** Some effects have been released; the rest never will be. */
    WHILE_RELEASING
  }

  SimulatedCrash() {
    super("simulated crash", null, false, false);
  }
}
