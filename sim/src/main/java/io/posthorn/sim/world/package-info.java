/**
 * The simulated world: the real shard in the real loop, on a simulated clock, disk and network.
 *
 * <p>{@link io.posthorn.sim.world.World} connects the parts. It knows neither who uses it (package
 * {@code workload}) nor who watches it (packages {@code check} and {@code report}): these are
 * {@link io.posthorn.sim.world.WorldListener}s.
 */
@NullMarked
package io.posthorn.sim.world;

import org.jspecify.annotations.NullMarked;
