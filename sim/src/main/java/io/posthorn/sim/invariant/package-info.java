/** The invariants, one class each. None of them uses the code that it checks. */
@NullMarked
package io.posthorn.sim.invariant;

import org.jspecify.annotations.NullMarked;
