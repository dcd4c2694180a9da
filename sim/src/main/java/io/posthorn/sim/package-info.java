/**
 * The deterministic simulator: the real shard and the real loop, with everything around them made
 * from one seed.
 *
 * <p>Read in this order: {@code world} (clock, disk, receivers, the host that can crash), {@code
 * workload} (callers that make use of it), {@code ledger} (what must be true, in a second and naive
 * writing of the rules), {@code invariant} (one class for each promise) and {@code audit} (which
 * holds one against the other). A {@link io.posthorn.sim.SeedRun} ties them together.
 */
@NullMarked
package io.posthorn.sim;

import org.jspecify.annotations.NullMarked;
