/**
 * Delivery of messages: intake, dispatch, attempts, outcomes, circuit transitions, expiry, and
 * handover between shards.
 */
@NullMarked
package io.posthorn.core.shard.delivery;

import org.jspecify.annotations.NullMarked;
