package io.posthorn.sim.ledger;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;

/**
 * A message as it must be. It shares the record with the core, none of the rules.
 *
 * @param news whether the shard made its event itself
 */
public record KnownMessage(Event event, Message message, boolean news) {
  public MessageId id() {
    return message.id();
  }

  public String customerId() {
    return event.customerId();
  }

  public boolean waiting() {
    return !message.status().ended();
  }

  public KnownMessage with(Message changed) {
    return new KnownMessage(event, changed, news);
  }
}
