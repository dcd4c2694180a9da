/**
 * The reference model: a second, deliberately naive implementation of the rules, and the shard
 * state that follows from them. It shares records with the core, but none of the code under test.
 */
@NullMarked
package io.posthorn.sim.model;

import org.jspecify.annotations.NullMarked;
