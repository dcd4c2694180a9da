package io.posthorn.core.shard.protocol;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A command to a shard. A command with a {@code request} number gets an {@link Effect.SendReply}
 * with the same number, unless that is {@link #NO_REPLY}; with several shards, the reply may come
 * from another shard.
 */
public sealed interface Command {
  /** The request number of a command that gets no reply. */
  long NO_REPLY = 0;

  /**
   * Events of one call: all are accepted, or none.
   *
   * @param promised whether their acceptance was already acknowledged: they must not be refused,
   *     and no reply is expected
   */
  record AcceptEvents(long request, List<MatchedEvent> events, boolean promised)
      implements Command {
    /** Events that may be refused; the reply says whether they were. */
    public AcceptEvents(long request, List<MatchedEvent> events) {
      this(request, events, false);
    }

    /** Events whose acceptance was already acknowledged. */
    public static AcceptEvents promised(List<MatchedEvent> events) {
      return new AcceptEvents(NO_REPLY, events, true);
    }

    /** The same events with keys, which the host gives them by their position in the command. */
    public AcceptEvents withKeys(IntFunction<EventKey> keys) {
      List<MatchedEvent> placed = new ArrayList<>(events.size());
      for (int i = 0; i < events.size(); i++) {
        placed.add(events.get(i).withKey(keys.apply(i)));
      }
      return new AcceptEvents(request, placed, promised);
    }
  }

  /** The outcome of a request that an {@link Effect.Send} started. */
  record RecordOutcome(AttemptTicket ticket, Outcome outcome) implements Command {}

  /**
   * A request that an {@link Effect.Send} asked for, and that was not sent: the message waits
   * again, as if the request had not been started. It never leaves the process.
   */
  record ReturnRequest(AttemptTicket ticket) implements Command {}

  /** The result of an {@link Effect.FetchToken}. It never leaves the process. */
  record RecordToken(TokenTicket ticket, TokenResult result) implements Command {}

  /**
   * A new subscription.
   *
   * @param secret the sealed signing secret for the endpoint, in case it is new as well
   * @param allowedDuplicates identical subscriptions that the caller accepts, because their tokens
   *     differ: only the host can open those
   */
  record CreateSubscription(
      long request, Subscription subscription, byte[] secret, Set<SubscriptionId> allowedDuplicates)
      implements Command {
    /** A new subscription that must not be identical to any. */
    public CreateSubscription(long request, Subscription subscription, byte[] secret) {
      this(request, subscription, secret, Set.of());
    }
  }

  /**
   * A subscription in its new form.
   *
   * @param seenModifiedAt the {@code modifiedAt} of the version that the change is based on; if it
   *     is outdated nothing changes, and the host retries
   */
  record ChangeSubscription(
      long request, Subscription subscription, long seenModifiedAt, byte[] secret)
      implements Command {}

  /** Deletes a subscription; its waiting messages become cancelled. */
  record DeleteSubscription(long request, String customerId, SubscriptionId subscription)
      implements Command {}

  /** Enables an endpoint that is disabled, frozen or paused. */
  record EnableEndpoint(long request, String customerId, EndpointId endpoint) implements Command {}

  /**
   * Enables a customer's endpoints in a state, in the order of their ids: as many as one turn can
   * do. {@link Reply.Changed#next} says where to continue. A pause beside a disabled or frozen
   * circuit stays.
   *
   * @param state disabled or frozen; {@code ENABLED} stands for all paused endpoints, whatever
   *     their circuit
   * @param search only those that it matches
   * @param after the endpoint to continue behind; null from the first
   */
  record EnableEndpoints(
      long request,
      String customerId,
      CircuitState state,
      EndpointSearch search,
      @Nullable EndpointId after)
      implements Command {}

  /** Holds an endpoint until it is resumed or enabled. */
  record PauseEndpoint(long request, String customerId, EndpointId endpoint) implements Command {}

  /** Ends the pause of an endpoint and changes nothing else: its circuit stays as it is. */
  record ResumeEndpoint(long request, String customerId, EndpointId endpoint) implements Command {}

  /**
   * Sets an endpoint's limits and headers.
   *
   * @param seen the settings that the change is based on, or null if it is based on none; if they
   *     are outdated nothing changes, and the host retries
   * @param secrets the signing secrets that the settings need, or null if they need no new ones;
   *     both change, or neither
   */
  record ConfigureEndpoint(
      long request,
      String customerId,
      EndpointId endpoint,
      EndpointSettings settings,
      @Nullable EndpointSettings seen,
      @Nullable NewSecrets secrets)
      implements Command {
    /** New settings that need no new secrets. */
    public ConfigureEndpoint(
        long request,
        String customerId,
        EndpointId endpoint,
        EndpointSettings settings,
        @Nullable EndpointSettings seen) {
      this(request, customerId, endpoint, settings, seen, null);
    }

    /**
     * Secrets, and the sealed current secret that they are based on.
     *
     * @param seenCurrent as for {@link SetSecrets}
     */
    public record NewSecrets(EndpointSecrets secrets, byte[] seenCurrent) {}
  }

  /**
   * Sets an endpoint's signing secrets.
   *
   * @param seenCurrent the sealed current secret that the change is based on, or null if it is
   *     based on none; as for {@link ConfigureEndpoint}
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

  /** Cancels a waiting message. */
  record CancelMessage(long request, String customerId, MessageId message) implements Command {}

  /** Attempts a waiting message now, before it is due. */
  record RetryMessage(long request, String customerId, MessageId message) implements Command {}

  /** Replays, cancels or retries many messages, in the background. */
  record StartBulk(long request, BulkJob job) implements Command {}

  /** Pauses delivery for one customer or (null) for all. */
  record PauseDelivery(long request, @Nullable String customerId) implements Command {}

  /** Resumes delivery for one customer or (null) for all. */
  record ResumeDelivery(long request, @Nullable String customerId) implements Command {}

  /**
   * Frees about this many bytes, in the background, by early retention of the oldest ended
   * messages. The reply follows when it is done.
   */
  record RemoveEarly(long request, long bytes) implements Command {}

  /** Creates a customer if it does not exist. */
  record PutCustomer(long request, String customerId) implements Command {}

  /** Adds a key, or replaces the one with the same digest. */
  record PutKey(long request, ApiKey key) implements Command {}

  /** Revokes a key. */
  record DeleteKey(long request, byte[] digest) implements Command {}

  /** A command with its audit entry, which is recorded if the command succeeds. */
  record Audited(Command command, AuditEntry entry) implements Command {}

  /** Changes nothing: for the audit of actions outside the shard, such as a backup. */
  record Note(long request) implements Command {}

  /** Cancels and erases all data of a customer, in the background. */
  record EraseCustomer(long request, String customerId) implements Command {}

  /** A command that only shards send each other, by {@link Effect.Forward}. */
  sealed interface Transfer extends Command {}

  /**
   * Opens a subscription whose new URL belongs to the receiving shard.
   *
   * @param from the shard that it leaves, which waits for the reply
   * @param secret as for {@link CreateSubscription}
   * @param former the shards that owned it before, that one included
   * @param sequence a number above those of all ordered messages that the other shard accepts for
   *     it until it has left
   */
  record OpenMoved(
      int from, Subscription subscription, byte[] secret, FormerOwners former, long sequence)
      implements Transfer {}

  /** The subscription has moved. */
  record MoveAccepted(Subscription subscription) implements Transfer {}

  /** The subscription cannot move and stays unchanged. */
  record MoveRefused(SubscriptionId subscription, Reply.Conflict refusal) implements Transfer {}

  /**
   * The other shard has no message left of a subscription that moved: it has sent all of them
   * before this command.
   *
   * @param from the other shard
   */
  record MoveFinished(SubscriptionId subscription, int from) implements Transfer {}

  /** A subscription that had moved away from the receiving shard was deleted. */
  record ForgetSubscription(SubscriptionId subscription) implements Transfer {}

  /**
   * A waiting message, with event and attempts, whose subscription has moved to the receiving
   * shard.
   */
  record ImportMessage(Message message, Event event, List<Attempt> attempts) implements Transfer {}

  /** A message that the receiving shard created was passed on to another shard's endpoint. */
  record PassMessage(String customerId, MessageId message, EndpointId endpoint)
      implements Transfer {}

  /**
   * The sending shard erases a customer, and has sent everything of the customer's before this
   * command.
   */
  record ErasureStarted(String customerId, int from) implements Transfer {}

  /** A message that the receiving shard created was removed by its owner. */
  record ForgetMessage(String customerId, MessageId message) implements Transfer {}
}
