package io.posthorn.core.shard;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;

/** A request in flight: known to this process only, and repeated by the next one. */
record Flight(AttemptTicket ticket, Message message, int weight) {
  Flight with(Message changed) {
    return new Flight(ticket, changed, weight);
  }
}
