package io.posthorn.core.shard.read;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.MessageSelection;
import org.jspecify.annotations.Nullable;

/**
 * A query for messages: those of a customer that are selected, newest first.
 *
 * @param before the position that the previous page ended at; null for the first page. Paging is
 *     stable while messages arrive, because they are newer.
 */
public record MessageQuery(
    String customerId, MessageSelection selection, int limit, @Nullable MessageId before) {}
