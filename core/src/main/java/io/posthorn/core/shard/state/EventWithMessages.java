package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.layout.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event with all its messages as they stand.
 *
 * @param messages in the order of their ordinals; null for one that is not in this shard
 */
public record EventWithMessages(EventKey key, StoredEvent event, List<@Nullable Message> messages) {
  public String customerId() {
    return event.event().customerId();
  }
}
