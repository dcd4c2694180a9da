/**
 * The state of a shard, in memory and in its store. Each part enforces its own invariants.
 *
 * <p>{@code ShardState} holds the parts: endpoints ({@code Endpoints}), their waiting messages
 * ({@code Lanes}, {@code ObjectQueues}), the sharing of requests in flight ({@code
 * InFlightShares}), {@code Messages}, {@code Events}, subscriptions and delivery pauses.
 */
@NullMarked
package io.posthorn.core.shard.state;

import org.jspecify.annotations.NullMarked;
