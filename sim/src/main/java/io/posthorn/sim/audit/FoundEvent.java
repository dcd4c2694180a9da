package io.posthorn.sim.audit;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import java.util.List;

/** An event as a shard has stored it, with its messages as they were at first. */
public record FoundEvent(EventKey key, Event event, List<Message> messages) {
  /** Whether it was made at the end of its turn, after all that was sent: news of drops. */
  boolean comesLast() {
    return event.objCode().equals("POSTHORN_DROPS");
  }
}
