package io.posthorn.sim.model;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that a shard must be in, given everything that was committed so far. A {@link
 * ModelWriter} updates it, invariants read it.
 *
 * <p>After a crash all but the {@link InFlightRequests} is rolled back to the last commit that
 * survived; those are forgotten.
 */
public final class ReferenceModel {
  private static final String EVERYBODY = "*";

  /** An event's id, which is unique within its customer. */
  public record EventName(String customerId, String eventId) implements Comparable<EventName> {
    @Override
    public int compareTo(EventName that) {
      int byCustomer = customerId.compareTo(that.customerId);
      return byCustomer != 0 ? byCustomer : eventId.compareTo(that.eventId);
    }
  }

  private final Rules rules;
  private final Journal journal = new Journal();
  private final JournaledMap<MessageId, ExpectedMessage> messages = new JournaledMap<>(journal);
  private final JournaledMap<EndpointId, ExpectedEndpoint> endpoints = new JournaledMap<>(journal);
  private final JournaledMap<SubscriptionId, Subscription> subscriptions =
      new JournaledMap<>(journal);
  private final JournaledMap<EventName, EventKey> events = new JournaledMap<>(journal);
  private final JournaledMap<String, Boolean> pauses = new JournaledMap<>(journal);
  private final JournaledMap<String, Boolean> erased = new JournaledMap<>(journal);
  private final JournaledMap<MessageId, ExpectedMessage.Cancellation> cancellations =
      new JournaledMap<>(journal);
  private final JournaledMap<MessageId, Boolean> replaying = new JournaledMap<>(journal);
  private final JournaledMap<MessageId, Boolean> retrying = new JournaledMap<>(journal);
  private final JournaledMap<Long, BulkJobModel.RunningJob> jobs = new JournaledMap<>(journal);
  private final JournaledMap<Long, AuditEntry> audited = new JournaledMap<>(journal);
  private final OrderModel order = new OrderModel(journal);
  private final LaneModel lanes = new LaneModel();
  private final InFlightRequests inFlight = new InFlightRequests();
  private final TokenModel tokens = new TokenModel();
  private boolean settled = true;

  private boolean removedEarly;

  public ReferenceModel(Rules rules) {
    this.rules = rules;
  }

  public Rules rules() {
    return rules;
  }

  /** The retry schedule of an endpoint: its own, or the general one. */
  public NaiveSchedule schedule(EndpointId endpoint) {
    RetryPolicy own = endpoint(endpoint).settings().options().retry();
    RetryPolicy numbers = own == null ? rules.retry().policy() : own;
    return new NaiveSchedule(numbers, rules.retry().jitter());
  }

  public Journal journal() {
    return journal;
  }

  public JournaledMap<MessageId, ExpectedMessage> messages() {
    return messages;
  }

  public JournaledMap<EndpointId, ExpectedEndpoint> endpoints() {
    return endpoints;
  }

  public JournaledMap<SubscriptionId, Subscription> subscriptions() {
    return subscriptions;
  }

  /** The events whose ids are taken. */
  public JournaledMap<EventName, EventKey> events() {
    return events;
  }

  /** Messages that are cancelled as soon as a sweep, or their outcome, gets there. */
  public JournaledMap<MessageId, ExpectedMessage.Cancellation> cancellations() {
    return cancellations;
  }

  /** Ended messages that a bulk replay may still take, and whether it must. */
  public JournaledMap<MessageId, Boolean> replaying() {
    return replaying;
  }

  /** Waiting messages that a bulk retry may still take. */
  public JournaledMap<MessageId, Boolean> retrying() {
    return retrying;
  }

  /** Bulk jobs that are not known to be done. */
  JournaledMap<Long, BulkJobModel.RunningJob> jobs() {
    return jobs;
  }

  /** The audit entries that must be stored. */
  public JournaledMap<Long, AuditEntry> audited() {
    return audited;
  }

  /** Customers that are being erased. */
  public JournaledMap<String, Boolean> erased() {
    return erased;
  }

  /** The order of ordered messages. */
  public OrderModel order() {
    return order;
  }

  public LaneModel lanes() {
    return lanes;
  }

  public InFlightRequests inFlight() {
    return inFlight;
  }

  /** The access tokens of endpoints. */
  public TokenModel tokens() {
    return tokens;
  }

  /** Returns whether the shard has reported that every sweep is done. */
  public boolean settled() {
    return settled;
  }

  /**
   * Returns whether early retention was asked for: then ended messages may have lost their payload.
   */
  public boolean removedEarly() {
    return removedEarly;
  }

  /** Returns whether a message may be gone: it has ended, and its retention time is over. */
  public boolean mayBeRemoved(ExpectedMessage known, long now) {
    return !known.waiting()
        && (removedEarly || known.message().endedAt() + rules.retention().records() <= now);
  }

  void removeEarly() {
    removedEarly = true;
    for (MessageId id : List.copyOf(replaying.keys())) {
      replaying.put(id, false); // without its payload it cannot be
    }
  }

  void settle(boolean value) {
    boolean before = settled;
    settled = value;
    journal.onRollback(() -> settled = before);
  }

  /** Starts or ends the delivery pause of one customer, or of all for null. */
  void pause(@Nullable String customerId, boolean on) {
    String key = customerId == null ? EVERYBODY : customerId;
    if (on) {
      pauses.put(key, true);
    } else {
      pauses.remove(key);
    }
  }

  /** Returns whether a delivery pause is on for one customer, or for all for null. */
  public boolean deliveryPaused(@Nullable String customerId) {
    return pauses.has(customerId == null ? EVERYBODY : customerId);
  }

  /** Returns whether an endpoint's due messages wait, by its circuit or by a user. */
  public boolean held(ExpectedEndpoint endpoint) {
    return endpoint.circuit().state() != CircuitState.ENABLED || stopped(endpoint);
  }

  /** Returns whether a user stopped an endpoint: not even probes go out. */
  public boolean stopped(ExpectedEndpoint endpoint) {
    return endpoint.paused()
        || deliveryPaused(null)
        || deliveryPaused(endpoint.customerId())
        || erased.has(endpoint.customerId());
  }

  public ExpectedEndpoint endpoint(EndpointId id) {
    ExpectedEndpoint found = endpoints.get(id);
    if (found == null) {
      throw new IllegalStateException("no endpoint " + id);
    }
    return found;
  }

  /** Replaces a message by its new form. */
  void put(ExpectedMessage known) {
    ExpectedMessage before = messages.get(known.id());
    messages.put(known.id(), known);
    index(before == null ? null : before.message(), known.message());
    if (!known.waiting()) {
      cancellations.remove(known.id());
    } else {
      replaying.remove(known.id());
    }
  }

  void erase(MessageId id) {
    ExpectedMessage before = messages.get(id);
    messages.remove(id);
    cancellations.remove(id);
    replaying.remove(id);
    retrying.remove(id);
    index(before == null ? null : before.message(), null);
  }

  public int waitingCount() {
    return lanes.size();
  }

  private void index(@Nullable Message before, @Nullable Message after) {
    lanes.replace(before, after);
    journal.onRollback(() -> lanes.replace(after, before));
  }

  /** The first message of a lane that is neither in flight nor about to be cancelled. */
  public @Nullable Message next(EndpointId endpoint, Lane lane) {
    return lanes.of(endpoint, lane).stream()
        .filter(
            position -> !inFlight.has(position.message()) && !cancelledAtOnce(position.message()))
        .map(position -> messages.get(position.message()))
        .filter(known -> known != null)
        .map(ExpectedMessage::message)
        .findFirst()
        .orElse(null);
  }

  /** Returns whether no attempt of a message may start any more. */
  public boolean cancelledAtOnce(MessageId id) {
    ExpectedMessage.Cancellation cancellation = cancellations.get(id);
    return cancellation != null && cancellation.atOnce();
  }

  public List<ExpectedMessage> waiting() {
    return lanes.all().map(messages::get).filter(known -> known != null).toList();
  }
}
