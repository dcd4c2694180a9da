package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import org.jspecify.annotations.Nullable;

/** An action for the host, to be carried out after the turn's commit. */
public sealed interface Effect {

  /**
   * Send a request, and report its outcome with the ticket.
   *
   * @param target the URL, secrets, headers and timeout as of now
   * @param sequence the message's number in the order of its object; null if it is not ordered
   */
  record Send(
      AttemptTicket ticket,
      Event event,
      Rendering rendering,
      Subscription subscription,
      SendTarget target,
      @Nullable String sequence)
      implements Effect {}

  /** Asks a token server for an access token, and reports the result with the ticket. */
  record FetchToken(TokenTicket ticket, String customerId, OAuth2Client client) implements Effect {}

  /** Sends the reply to a caller. */
  record SendReply(long request, Reply reply) implements Effect {}

  /** An attempt was recorded; hosts log the failed ones. */
  record AttemptRecorded(String customerId, MessageId message, Attempt attempt) implements Effect {}

  /** A message ended. */
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
   * Sends a command to another shard. It is part of the commit, not released after it: the command
   * arrives exactly once if the turn is committed, and not at all otherwise. Commands from one
   * shard arrive in the order in which their turns were committed.
   */
  record Forward(int shard, Command command) implements Effect {}

  /**
   * Accepts an operational event as if it had been posted. It is part of the commit, as a {@link
   * Forward} is. The matching side must apply {@link OperationalEvents#mayReach}, and discards the
   * event if no subscription matches.
   *
   * @param formats the formats of subscriptions that get it
   */
  record Publish(Event event, EventFormats formats) implements Effect {}
}
