/** The invariants of what is stored: that it is durable, true and complete, and read in bounds. */
@NullMarked
package io.posthorn.sim.invariant.storage;

import org.jspecify.annotations.NullMarked;
