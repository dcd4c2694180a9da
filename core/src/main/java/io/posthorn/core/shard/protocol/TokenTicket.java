package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;

/**
 * The identity of a request for an access token: given to the sender, and returned with the result.
 *
 * @param number unique within an opened shard
 */
public record TokenTicket(EndpointId endpoint, long number) {}
