package io.posthorn.client.model;

import org.jspecify.annotations.Nullable;

/**
 * An event that the server has accepted.
 *
 * @param messages the number of messages that the event made; null if the server does not know it
 *     yet, as on Kafka
 */
public record AcceptedEvent(String id, @Nullable Integer messages) {}
