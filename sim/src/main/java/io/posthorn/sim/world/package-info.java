/**
 * Everything around a shard, simulated: clocks that jump, a disk that forgets, receivers with
 * moods.
 */
@NullMarked
package io.posthorn.sim.world;

import org.jspecify.annotations.NullMarked;
