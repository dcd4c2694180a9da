package io.posthorn.sim.world;

import io.posthorn.core.message.Outcome;
import java.util.random.RandomGenerator;

/** The way in which a simulated receiver answers requests. */
@FunctionalInterface
public interface ReceiverBehaviour {
  /**
   * The outcome of a request; it takes as long as its duration says.
   *
   * @param random for behaviours that are not the same each time
   */
  Outcome answer(SimulatedRequest request, RandomGenerator random);
}
