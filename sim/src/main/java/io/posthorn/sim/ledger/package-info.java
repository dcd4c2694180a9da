/** What must be true of a shard: the rules a second time, written as naively as they can be. */
@NullMarked
package io.posthorn.sim.ledger;

import org.jspecify.annotations.NullMarked;
