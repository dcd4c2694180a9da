/**
 * Breaks the rules on purpose, one at a time, and asks whether anybody notices: the rule tests, the
 * simulator, or both. Run by {@code ./check --mutants}.
 */
@NullMarked
package io.posthorn.sim.mutation;

import org.jspecify.annotations.NullMarked;
