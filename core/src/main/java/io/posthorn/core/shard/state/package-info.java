/** The state of a shard, in memory and in its store. Each part enforces its own invariants. */
@NullMarked
package io.posthorn.core.shard.state;

import org.jspecify.annotations.NullMarked;
