/**
 * The state of a shard, in memory and in its store; each part keeps its own invariants through
 * methods.
 */
@NullMarked
package io.posthorn.core.shard.state;

import org.jspecify.annotations.NullMarked;
