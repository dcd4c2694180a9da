/**
 * The mutation check: breaks the rules on purpose, one at a time, and requires that the rule tests,
 * the simulator or both fail; for rules that the sender implements, the sender's tests. Run by
 * {@code ./check --mutants}.
 */
@NullMarked
package io.posthorn.sim.mutation;

import org.jspecify.annotations.NullMarked;
