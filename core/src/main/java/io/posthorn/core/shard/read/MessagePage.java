package io.posthorn.core.shard.read;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a message listing.
 *
 * @param next the cursor of the next page; null if there is none. A page may hold fewer messages
 *     than its limit, or none, and still have a next one, because it reads a bounded number of
 *     keys.
 */
public record MessagePage(List<Message> messages, @Nullable MessageId next) {}
