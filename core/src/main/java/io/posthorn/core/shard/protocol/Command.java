package io.posthorn.core.shard.protocol;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a shard can be told. A command with a {@code request} number is answered by an {@link
 * Effect.Answer} with the same number, unless that is {@link #NOBODY}; where there are several
 * shards, perhaps by another one than was told.
 */
public sealed interface Command {
  /** The request number of a command that nobody waits for: it is not answered. */
  long NOBODY = 0;

  /**
   * Events of one call: all are accepted, or none.
   *
   * @param promised whether somebody was told already that they are accepted: then nothing may
   *     refuse them any more, and nobody waits for an answer
   */
  record AcceptEvents(long request, List<Arrival> events, boolean promised) implements Command {
    /** Events that may be refused, which is answered. */
    public AcceptEvents(long request, List<Arrival> events) {
      this(request, events, false);
    }

    /** Events that were promised to be accepted. */
    public static AcceptEvents promised(List<Arrival> events) {
      return new AcceptEvents(NOBODY, events, true);
    }
  }

  /** What became of a request that a {@link Effect.Send} asked for. */
  record RecordOutcome(AttemptTicket ticket, Outcome outcome) implements Command {}

  /**
   * A new subscription.
   *
   * @param secret the sealed signing secret for the endpoint, should it be new as well
   */
  record CreateSubscription(long request, Subscription subscription, byte[] secret)
      implements Command {}

  /**
   * A subscription in its new form.
   *
   * @param seenModifiedAt the {@code modifiedAt} of the form that the change was made from; where
   *     somebody else was quicker nothing changes, and the host makes the change anew
   */
  record ChangeSubscription(
      long request, Subscription subscription, long seenModifiedAt, byte[] secret)
      implements Command {}

  /** Deletes a subscription; its waiting messages become cancelled. */
  record DeleteSubscription(long request, String customerId, SubscriptionId subscription)
      implements Command {}

  /** Enables an endpoint that is disabled, frozen or paused. */
  record EnableEndpoint(long request, String customerId, EndpointId endpoint) implements Command {}

  /** Enables all of a customer's endpoints in a state. */
  record EnableEndpoints(long request, String customerId, CircuitState state) implements Command {}

  /** Holds an endpoint until it is enabled. */
  record PauseEndpoint(long request, String customerId, EndpointId endpoint) implements Command {}

  /**
   * Sets an endpoint's limits and headers.
   *
   * @param seen the settings that these were made from, or null where they rest on none; where
   *     somebody else was quicker nothing changes, and the host makes the change anew
   */
  record ConfigureEndpoint(
      long request,
      String customerId,
      EndpointId endpoint,
      EndpointSettings settings,
      @Nullable EndpointSettings seen)
      implements Command {}

  /**
   * Sets an endpoint's signing secrets.
   *
   * @param seenCurrent the sealed secret that was current for whom these were made, or null where
   *     they rest on none; as for {@link ConfigureEndpoint}
   */
  record SetSecrets(
      long request,
      String customerId,
      EndpointId endpoint,
      EndpointSecrets secrets,
      byte @Nullable [] seenCurrent)
      implements Command {}

  /** Sends an ended message again. */
  record ReplayMessage(long request, String customerId, MessageId message) implements Command {}

  /** Stops a waiting message. */
  record CancelMessage(long request, String customerId, MessageId message) implements Command {}

  /** Replays or cancels many messages, in the background. */
  record StartBulk(long request, BulkJob job) implements Command {}

  /** The red button: nothing is sent any more, for one customer or (null) for all. */
  record PauseDelivery(long request, @Nullable String customerId) implements Command {}

  /** Takes the red button back. */
  record ResumeDelivery(long request, @Nullable String customerId) implements Command {}

  /**
   * Frees about so many bytes, in the background: the oldest of what has ended goes before its
   * time. Answered when it is done.
   */
  record Trim(long request, long bytes) implements Command {}

  /** Makes a customer, or leaves it as it is. */
  record PutCustomer(long request, String customerId) implements Command {}

  /** Adds a key, or replaces the one with the same digest. */
  record PutKey(long request, ApiKey key) implements Command {}

  /** Revokes a key. */
  record DeleteKey(long request, byte[] digest) implements Command {}

  /** A command, and the record of who gave it, which is kept if the command was carried out. */
  record Audited(Command command, AuditEntry entry) implements Command {}

  /** Changes nothing: for the audit of what is done beside the shard, such as a backup. */
  record Note(long request) implements Command {}

  /** Cancels and erases all that a customer has, in the background. */
  record EraseCustomer(long request, String customerId) implements Command {}

  /** What only shards tell each other, by {@link Effect.Forward}. */
  sealed interface Transfer extends Command {}

  /**
   * A subscription has a URL now that belongs to the shard told.
   *
   * @param from the shard that it leaves, which waits for an answer
   * @param secret as for {@link CreateSubscription}
   */
  record OpenMoved(int from, Subscription subscription, byte[] secret) implements Transfer {}

  /** The subscription that was to move has done so. */
  record MoveAccepted(Subscription subscription) implements Transfer {}

  /** The subscription that was to move cannot, and stays as it was. */
  record MoveRefused(SubscriptionId subscription, String reason) implements Transfer {}

  /** A subscription that had moved away from the shard told was deleted. */
  record ForgetSubscription(SubscriptionId subscription) implements Transfer {}

  /** A waiting message whose subscription has moved to the shard told, with all there is of it. */
  record AdoptMessage(Message message, Event event, List<Attempt> attempts) implements Transfer {}

  /** A message that the shard told made has been handed on to another shard's endpoint. */
  record PassMessage(String customerId, MessageId message, EndpointId endpoint)
      implements Transfer {}

  /** A message that the shard told made has been removed by the one that has it. */
  record ForgetMessage(String customerId, MessageId message) implements Transfer {}
}
