package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * A query for messages: those of a customer that meet every given criterion, newest first.
 *
 * @param from the first moment of acceptance, inclusive
 * @param to the last one, exclusive
 * @param before the last message of the previous page; null for the first page. Paging is stable
 *     while messages arrive, because they are newer.
 */
public record MessageQuery(
    String customerId,
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    @Nullable MessageStatus status,
    @Nullable String objId,
    long from,
    long to,
    int limit,
    @Nullable MessageId before) {}
