package io.posthorn.e2e.crash;

import java.util.Set;

/**
 * A round of a long run: one fault, until the installation was whole again.
 *
 * @param began by the monotonic clock
 * @param hit the addresses of the nodes that the fault hit
 * @param idle the share of the machine's CPU time that was idle
 */
record Round(
    Fault fault, long began, long ended, Set<String> hit, Fault.Effect effect, double idle) {
  /** With less, processes wait for each other, and times are those of the machine. */
  private static final double ENOUGH_IDLE = 0.25;

  /** Returns whether the times of a node that others had to replace can be judged here. */
  boolean timesCount() {
    return effect.takeOver() != null && !hit.isEmpty() && idle >= ENOUGH_IDLE;
  }

  boolean contains(long nanoTime) {
    return began <= nanoTime && nanoTime < ended;
  }
}
