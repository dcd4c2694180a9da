/**
 * What a host of a shard needs: commands in, effects and replies out, rules, and which shard owns
 * what.
 */
@NullMarked
package io.posthorn.core.shard.protocol;

import org.jspecify.annotations.NullMarked;
