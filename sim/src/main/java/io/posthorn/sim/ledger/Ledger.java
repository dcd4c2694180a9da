package io.posthorn.sim.ledger;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of a shard, given all that was committed so far. A {@link Bookkeeper} writes
 * it, invariants read it.
 *
 * <p>All but the {@link Flights} survives a crash as far as its commit did.
 */
public final class Ledger {
  private static final String EVERYBODY = "*";

  private final Rules rules;
  private final NaiveSchedule schedule;
  private final Journal journal = new Journal();
  private final JournaledMap<MessageId, KnownMessage> messages = new JournaledMap<>(journal);
  private final JournaledMap<EndpointId, EndpointFacts> endpoints = new JournaledMap<>(journal);
  private final JournaledMap<SubscriptionId, Subscription> subscriptions =
      new JournaledMap<>(journal);
  private final JournaledMap<EventName, EventKey> events = new JournaledMap<>(journal);
  private final JournaledMap<String, Boolean> pauses = new JournaledMap<>(journal);
  private final JournaledMap<String, Boolean> erased = new JournaledMap<>(journal);
  private final JournaledMap<MessageId, Doom> doomed = new JournaledMap<>(journal);
  private final JournaledMap<MessageId, Boolean> replaying = new JournaledMap<>(journal);
  private final JournaledMap<Long, RunningJob> jobs = new JournaledMap<>(journal);
  private final JournaledMap<Long, AuditEntry> audited = new JournaledMap<>(journal);
  private final Lanes lanes = new Lanes();
  private final Flights flights = new Flights();
  private boolean settled = true;

  private boolean trimmed;

  public Ledger(Rules rules) {
    this.rules = rules;
    this.schedule = new NaiveSchedule(rules.retry());
  }

  public Rules rules() {
    return rules;
  }

  public NaiveSchedule schedule() {
    return schedule;
  }

  public Journal journal() {
    return journal;
  }

  public JournaledMap<MessageId, KnownMessage> messages() {
    return messages;
  }

  public JournaledMap<EndpointId, EndpointFacts> endpoints() {
    return endpoints;
  }

  public JournaledMap<SubscriptionId, Subscription> subscriptions() {
    return subscriptions;
  }

  /** The events whose ids are taken. */
  public JournaledMap<EventName, EventKey> events() {
    return events;
  }

  /** Messages that are to be cancelled as soon as a sweep, or their outcome, gets there. */
  public JournaledMap<MessageId, Doom> doomed() {
    return doomed;
  }

  /** Ended messages that a bulk replay has yet to take, and whether it must. */
  public JournaledMap<MessageId, Boolean> replaying() {
    return replaying;
  }

  /** Bulk jobs that are not known to be done. */
  public JournaledMap<Long, RunningJob> jobs() {
    return jobs;
  }

  /** What was changed through the API and has to be on record. */
  public JournaledMap<Long, AuditEntry> audited() {
    return audited;
  }

  public JournaledMap<String, Boolean> erased() {
    return erased;
  }

  public Lanes lanes() {
    return lanes;
  }

  public Flights flights() {
    return flights;
  }

  /** Whether every sweep that was asked for is done, as far as the shard has said so. */
  public boolean settled() {
    return settled;
  }

  /** Whether anybody asked for room: then what has ended may have lost its payload, or be gone. */
  public boolean trimmed() {
    return trimmed;
  }

  void trim() {
    trimmed = true;
    for (MessageId id : List.copyOf(replaying.keys())) {
      replaying.put(id, false); // without its payload it is not replayed
    }
  }

  void settle(boolean value) {
    boolean before = settled;
    settled = value;
    journal.noted(() -> settled = before);
  }

  /** Sets, or with {@code on} false takes back, the red button. */
  void pause(@Nullable String customerId, boolean on) {
    String key = customerId == null ? EVERYBODY : customerId;
    if (on) {
      pauses.put(key, true);
    } else {
      pauses.remove(key);
    }
  }

  public boolean redButton(@Nullable String customerId) {
    return pauses.has(customerId == null ? EVERYBODY : customerId);
  }

  /** Whether an endpoint's due messages wait whatever their slots say. */
  public boolean held(EndpointFacts endpoint) {
    return endpoint.circuit().state() != CircuitState.ENABLED || stopped(endpoint);
  }

  /** Whether a person stopped an endpoint: not even probes go out. */
  public boolean stopped(EndpointFacts endpoint) {
    return endpoint.paused()
        || redButton(null)
        || redButton(endpoint.customerId())
        || erased.has(endpoint.customerId());
  }

  public EndpointFacts endpoint(EndpointId id) {
    EndpointFacts facts = endpoints.get(id);
    if (facts == null) {
      throw new IllegalStateException("nobody has heard of endpoint " + id);
    }
    return facts;
  }

  /** Notes a message in a new form. */
  void note(KnownMessage known) {
    KnownMessage before = messages.get(known.id());
    messages.put(known.id(), known);
    index(before == null ? null : before.message(), known.message());
    if (!known.waiting()) {
      doomed.remove(known.id());
    } else {
      replaying.remove(known.id());
    }
  }

  void erase(MessageId id) {
    KnownMessage before = messages.get(id);
    messages.remove(id);
    doomed.remove(id);
    replaying.remove(id);
    index(before == null ? null : before.message(), null);
  }

  public int waitingCount() {
    return lanes.size();
  }

  private void index(@Nullable Message before, @Nullable Message after) {
    lanes.replace(before, after);
    journal.noted(() -> lanes.replace(after, before));
  }

  /** Where a message waits that may be attempted: neither in flight nor about to be cancelled. */
  public @Nullable Message next(EndpointId endpoint, Lane lane) {
    return lanes.of(endpoint, lane).stream()
        .filter(position -> !flights.has(position.message()) && !condemned(position.message()))
        .map(position -> messages.get(position.message()))
        .filter(known -> known != null)
        .map(KnownMessage::message)
        .findFirst()
        .orElse(null);
  }

  /** Whether no attempt of a message may start any more. */
  public boolean condemned(MessageId id) {
    Doom doom = doomed.get(id);
    return doom != null && doom.atOnce();
  }

  public List<KnownMessage> waiting() {
    return lanes.all().map(messages::get).filter(known -> known != null).toList();
  }
}
