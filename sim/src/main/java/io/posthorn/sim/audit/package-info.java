/** Sees all that crosses the boundary of a shard and holds it against the ledger. */
@NullMarked
package io.posthorn.sim.audit;

import org.jspecify.annotations.NullMarked;
