/**
 * The interface between a shard and its host: commands in, effects and replies out, rules, and the
 * assignment of endpoints to shards.
 */
@NullMarked
package io.posthorn.core.shard.protocol;

import org.jspecify.annotations.NullMarked;
