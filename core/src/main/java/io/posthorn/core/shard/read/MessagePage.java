package io.posthorn.core.shard.read;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages of a listing.
 *
 * @param next where the next page begins; null where there is none. A page may hold fewer messages
 *     than asked for, or none, and still have a next one: a page looks at a bounded number of
 *     messages, whatever few of them are meant.
 */
public record MessagePage(List<Message> messages, @Nullable MessageId next) {}
