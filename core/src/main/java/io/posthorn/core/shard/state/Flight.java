package io.posthorn.core.shard.state;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.TokenResult;
import org.jspecify.annotations.Nullable;

/**
 * A request in flight: known to this process only, and repeated by the next one.
 *
 * @param token the access token it was sent with, if any
 */
public record Flight(
    AttemptTicket ticket, Message message, int weight, @Nullable TokenResult token) {
  /** A request without an access token. */
  public Flight(AttemptTicket ticket, Message message, int weight) {
    this(ticket, message, weight, null);
  }

  public Flight with(Message changed) {
    return new Flight(ticket, changed, weight, token);
  }
}
