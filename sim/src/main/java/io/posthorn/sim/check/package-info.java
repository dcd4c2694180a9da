/**
 * The observers of a seeded world: the checker that compares a shard with the reference model by
 * means of {@link io.posthorn.sim.check.Invariant}s, the trace and its hash, and the counts.
 */
@NullMarked
package io.posthorn.sim.check;

import org.jspecify.annotations.NullMarked;
