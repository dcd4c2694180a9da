package io.posthorn.core.shard.state;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;

/** A request in flight: known to this process only, and repeated by the next one. */
public record Flight(AttemptTicket ticket, Message message, int weight) {
  public Flight with(Message changed) {
    return new Flight(ticket, changed, weight);
  }
}
