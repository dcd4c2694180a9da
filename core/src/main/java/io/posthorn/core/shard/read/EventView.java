package io.posthorn.core.shard.read;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A read-only view of a stored event. */
public final class EventView {
  private final EventKey key;
  private final StoredEvent stored;

  EventView(EventKey key, StoredEvent stored) {
    this.key = key;
    this.stored = stored;
  }

  public EventKey key() {
    return key;
  }

  public Event event() {
    return stored.event();
  }

  /** Returns false after retention has removed the event's states. */
  public boolean hasPayload() {
    return stored.hasPayload();
  }

  /** The number of messages that it had when it was accepted, in all shards. */
  public int messageCount() {
    return stored.targets().size();
  }

  /** The ids of these messages. */
  public List<MessageId> messageIds() {
    return IntStream.range(0, messageCount())
        .mapToObj(ordinal -> new MessageId(key, ordinal))
        .toList();
  }

  /** One of its messages as it was at first; null if this shard does not have it. */
  public @Nullable Message initialMessage(MessageId id) {
    return stored.freshMessage(id);
  }
}
