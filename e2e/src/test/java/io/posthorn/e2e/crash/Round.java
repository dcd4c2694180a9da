package io.posthorn.e2e.crash;

import java.util.Set;

/**
 * A round of a long run: one fault, until the installation was whole again.
 *
 * @param began by the monotonic clock
 * @param hit the addresses of the nodes that the fault hit
 */
record Round(Fault fault, long began, long ended, Set<String> hit, Fault.Effect effect) {
  boolean contains(long nanoTime) {
    return began <= nanoTime && nanoTime < ended;
  }
}
