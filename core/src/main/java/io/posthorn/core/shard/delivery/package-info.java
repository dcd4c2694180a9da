/**
 * Delivery of messages: intake, dispatch, attempts, outcomes, circuit transitions, expiry, and
 * handover between shards.
 *
 * <p>Operational events: {@code OperationalEventPublisher} creates them, of the kinds in {@link
 * io.posthorn.core.shard.protocol.EndpointChange}; {@code OperationalEventJson} has their states,
 * {@link io.posthorn.core.message.SlackSentence} their sentences.
 */
@NullMarked
package io.posthorn.core.shard.delivery;

import org.jspecify.annotations.NullMarked;
