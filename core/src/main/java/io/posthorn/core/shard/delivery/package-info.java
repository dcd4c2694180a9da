/**
 * The way of a message: intake, dispatch, attempts, outcomes, circuit transitions, expiry, handing
 * over between shards.
 */
@NullMarked
package io.posthorn.core.shard.delivery;

import org.jspecify.annotations.NullMarked;
