/**
 * The users of a simulated world: random callers for seeds, and the planned traffic of a scenario.
 */
@NullMarked
package io.posthorn.sim.workload;

import org.jspecify.annotations.NullMarked;
