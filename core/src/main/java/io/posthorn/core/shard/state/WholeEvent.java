package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.layout.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event with all its messages as they stand.
 *
 * @param messages in the order of their ordinals; null in the place of one that is not here
 */
public record WholeEvent(EventKey key, StoredEvent event, List<@Nullable Message> messages) {
  public String customerId() {
    return event.event().customerId();
  }
}
