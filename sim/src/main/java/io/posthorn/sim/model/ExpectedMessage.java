package io.posthorn.sim.model;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;

/**
 * A message as it must be. It shares the record {@link Message} with the core, none of the rules.
 *
 * @param operational whether the shard made its event itself
 */
public record ExpectedMessage(Event event, Message message, boolean operational) {
  /**
   * The reason for which a waiting message is about to be cancelled.
   *
   * @param atOnce whether no attempt may start any more; else a sweep takes it when it gets there
   * @param soon whether the sweep must get there soon; a message that was in flight when it was
   *     cancelled, and whose outcome a crash has lost, may wait for its next attempt
   */
  public record Cancellation(EndReason reason, boolean atOnce, boolean soon) {}

  public MessageId id() {
    return message.id();
  }

  public String customerId() {
    return event.customerId();
  }

  public boolean waiting() {
    return !message.status().ended();
  }

  public ExpectedMessage with(Message changed) {
    return new ExpectedMessage(event, changed, operational);
  }
}
