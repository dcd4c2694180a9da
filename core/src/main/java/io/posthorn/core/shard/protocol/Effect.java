package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;

/** What must happen outside, once what it rests on is committed. */
public sealed interface Effect {

  /**
   * Send a request, and report its outcome with the ticket.
   *
   * @param target where to, and with which secrets, headers and timeout: as of now
   */
  record Send(
      AttemptTicket ticket,
      Event event,
      Rendering rendering,
      Subscription subscription,
      SendTarget target)
      implements Effect {}

  /** Answer a caller. */
  record Answer(long request, Reply reply) implements Effect {}

  /** An attempt was recorded; failed ones are worth a log line each. */
  record AttemptRecorded(String customerId, MessageId message, Attempt attempt) implements Effect {}

  /** A message came to its end. */
  record MessageEnded(
      String customerId,
      MessageId message,
      EndpointId endpoint,
      MessageStatus status,
      EndReason reason,
      long at)
      implements Effect {}

  /** An endpoint's circuit, or its pause, changed. */
  record EndpointChanged(String customerId, EndpointId endpoint, EndpointChange change, long at)
      implements Effect {}

  /**
   * Tell another shard something. Part of the commit, and not after it: it reaches that shard
   * exactly once if the turn is committed, and not at all if it is not. What one shard is told is
   * in one order, the order in which the turns that told it were committed.
   */
  record Forward(int shard, Command command) implements Effect {}

  /**
   * Take in an event of our own making, as if it had been posted. Part of the commit, as a {@link
   * Forward} is. Whoever matches it asks {@link OperationalEvents#mayReach}, and does not keep what
   * nobody wants.
   */
  record Publish(Event event) implements Effect {}
}
