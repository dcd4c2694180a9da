/** The part of a lane that is in memory: its next entries, in order, within a limit. */
@NullMarked
package io.posthorn.core.shard.lane;

import org.jspecify.annotations.NullMarked;
