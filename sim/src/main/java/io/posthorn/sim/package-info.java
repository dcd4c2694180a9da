/**
 * The deterministic simulator: the real shard and the real loop in a simulated world.
 *
 * <p>There are two ways to run that world. {@link io.posthorn.sim.SeedRun} fills it with random
 * callers and faults, all from one seed, and checks every invariant. {@link
 * io.posthorn.sim.ScenarioRun} plays an outage described in YAML, with nothing left to chance, and
 * reports what happened.
 *
 * <p>Packages: {@code world} (clock, disk, receivers, host), {@code workload} (who uses it), {@code
 * model} (the rules a second time), {@code check} (compares the two), {@code invariant} (one class
 * each), {@code scenario} (reads YAML) and {@code report}.
 */
@NullMarked
package io.posthorn.sim;

import org.jspecify.annotations.NullMarked;
