/**
 * The reference model: the rules written a second time, as naively as possible, and the state that
 * a shard must be in by them. It shares records with the core, none of the code under test.
 */
@NullMarked
package io.posthorn.sim.model;

import org.jspecify.annotations.NullMarked;
