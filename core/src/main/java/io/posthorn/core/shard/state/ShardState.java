package io.posthorn.core.shard.state;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.stats.StatsRecorder;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.MeteredShardStore;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of a shard and of its current turn. All command handlers share it and keep no state of
 * their own; only running sweeps and the round of retention live elsewhere, and are restored when
 * the shard is opened.
 */
public final class ShardState {
  private static final byte[] CLOCK = StoreKeys.meta("clock");
  private static final byte[] NO_VALUE = {};

  /** Counts what is read, so that background work can stop in time. */
  public final MeteredShardStore store;

  public final Rules rules;
  public final ShardIdentity identity;
  public final ShardAssignment assignment;
  public final Endpoints endpoints;
  public final SubscriptionRegistry subscriptions;
  public final PendingSubscriptionMoves moves;
  public final DeliveryPauses deliveryPauses;
  public final Events events;
  public final EventIdRegistry eventIds;
  public final Messages messages;
  public final Lanes lanes;
  public final ObjectQueues objects;
  public final StatsRecorder stats;
  public final Timeline timeline = new Timeline();
  public final InFlightShares shares;

  /** Endpoints with dropped messages that may be due for an operational event. */
  public final LinkedHashSet<Endpoint> dropped = new LinkedHashSet<>();

  /** Endpoints with unreported changes that are due for an operational event. */
  public final LinkedHashSet<Endpoint> unreported = new LinkedHashSet<>();

  /** Endpoints whose client certificate ends soon, to be reported. */
  public final LinkedHashSet<Endpoint> certificates = new LinkedHashSet<>();

  /** Held endpoints whose oldest messages have come to the end of their schedule. */
  public final LinkedHashSet<Endpoint> expiring = new LinkedHashSet<>();

  /** Customers that are being erased: nothing is accepted for them any more. */
  public final TreeSet<String> erasing = new TreeSet<>();

  private long now;

  private boolean mustSync;

  private boolean refused;

  /** The audit entry of the command being applied, until it is recorded. */
  private @Nullable AuditEntry entry;

  private long eventsAccepted;
  private long eventsKnown;
  private long messagesAccepted;

  private int ownKeys;

  /** The latest time of acceptance of an event. */
  private long acceptedUpTo;

  private List<Effect> effects = new ArrayList<>();

  public ShardState(
      ShardStore unmetered, Rules rules, ShardIdentity identity, ShardAssignment assignment) {
    store = new MeteredShardStore(unmetered);
    this.rules = rules;
    this.identity = identity;
    this.assignment = assignment;
    endpoints = new Endpoints(store, rules);
    shares = new InFlightShares(InFlightBudget.of(rules.limits()), endpoints);
    subscriptions =
        new SubscriptionRegistry(store, endpoints, rules.operatorSubscription(), this::isForeign);
    moves = new PendingSubscriptionMoves(store);
    deliveryPauses = new DeliveryPauses(store, endpoints);
    events = new Events(store);
    eventIds = new EventIdRegistry(this);
    messages = new Messages(store, events, this::isForeign);
    objects = new ObjectQueues(store);
    lanes = new Lanes(store, endpoints, objects, rules.retry());
    stats = new StatsRecorder(store);
    endpoints.all().forEach(e -> stats.found(e.customerId(), e.id(), e.waiting()));
    byte[] clock = store.get(CLOCK);
    if (clock != null) {
      ByteReader in = new ByteReader(clock);
      now = in.u64();
      ownKeys = in.u32();
      acceptedUpTo = in.atEnd() ? 0 : in.u64();
      if (!in.atEnd()) {
        objects.read(in);
      }
    }
    for (SubscriptionId id : moves.leaving()) {
      SubscriptionRegistry.Listed listed = subscriptions.get(id);
      if (listed != null) {
        objects.leave(listed.endpoint()); // an earlier version did not write it
      }
    }
  }

  public void begin(long time) {
    if (time < now) {
      throw new IllegalArgumentException("time went back from " + now + " to " + time);
    }
    now = time;
    stats.begin(now);
    mustSync = false;
    effects = new ArrayList<>();
  }

  /** The time of the turn, or of the last one. */
  public long now() {
    return now;
  }

  /** Requires this turn's commit to reach the disk before its effects are released. */
  public void requireSync() {
    mustSync = true;
  }

  public boolean mustSync() {
    return mustSync;
  }

  /** Returns whether the command being applied was refused, so that nothing is audited. */
  public boolean refused() {
    return refused;
  }

  public void clearRefusal() {
    refused = false;
  }

  /** An event arrives under a key, whether it is new or not. */
  public void accepting(EventKey key) {
    acceptedUpTo = Math.max(acceptedUpTo, key.acceptedAt());
  }

  public long acceptedUpTo() {
    return acceptedUpTo;
  }

  public void countAcceptedEvent() {
    eventsAccepted++;
  }

  /** Counts an event whose id was taken already. */
  public void countKnownEvent() {
    eventsKnown++;
  }

  public void countAcceptedMessages(int more) {
    messagesAccepted += more;
  }

  /** Events accepted since the shard was opened. */
  public long eventsAccepted() {
    return eventsAccepted;
  }

  public long eventsKnown() {
    return eventsKnown;
  }

  public long messagesAccepted() {
    return messagesAccepted;
  }

  /** Ends the turn: writes what changed in memory to the store, ready to be committed. */
  public List<Effect> end() {
    lanes.end(now);
    endpoints.flush(e -> stats.waiting(e.customerId(), e.id(), e.waiting()));
    stats.end();
    ByteWriter clock = new ByteWriter(36).u64(now).u32(ownKeys).u64(acceptedUpTo);
    objects.write(clock);
    store.put(CLOCK, clock.toBytes());
    return effects;
  }

  public void emit(Effect effect) {
    effects.add(effect);
  }

  public void reply(long request, Reply reply) {
    refused |= Reply.refuses(reply);
    if (request != Command.NO_REPLY) {
      effects.add(new Effect.SendReply(request, reply));
    }
  }

  /** Sends a command to another shard, in the commit of this turn. */
  public void forward(int shard, Command command) {
    mustSync = true;
    effects.add(new Effect.Forward(shard, command));
  }

  /** Forwards the command being applied to another shard, which then audits it. */
  public void passOn(int shard, Command command) {
    AuditEntry by = takeEntry();
    forward(shard, by == null ? command : new Command.Audited(command, by));
  }

  /** The command that is applied next is to be audited. */
  public void begin(AuditEntry by) {
    refused = false;
    entry = by;
  }

  /** Takes the pending audit entry, for the caller to record; null if there is none. */
  public @Nullable AuditEntry takeEntry() {
    AuditEntry taken = entry;
    entry = null;
    return taken;
  }

  /** Returns whether an endpoint belongs to another shard. */
  public boolean isForeign(EndpointId endpoint) {
    return !assignment.alone() && assignment.shardOf(endpoint) != identity.shard();
  }

  /** Returns whether one of an event's messages was handed over to another shard. */
  public boolean isHandedOver(StoredEvent.Target target) {
    return !target.nowhere() && isForeign(target.endpoint());
  }

  /** Returns whether an event is a copy that came with messages of another shard. */
  public boolean isCopy(EventKey key) {
    return !assignment.alone() && key.shard() != identity.shard();
  }

  /** Schedules retention to examine an event at a given time, wherever its passes are. */
  public void recheck(long time, String customerId, EventKey key) {
    store.put(StoreKeys.recheck(time, customerId, key), NO_VALUE);
  }

  /** The counter of a key created by the shard itself; the host's have the upper bit clear. */
  public int nextOwnKey() {
    ownKeys = (ownKeys + 1) & Integer.MAX_VALUE;
    return ownKeys | Integer.MIN_VALUE;
  }

  /** Returns whether a message's request is in flight. */
  public boolean isInFlight(Message message) {
    Endpoint endpoint = endpoints.get(message.endpoint());
    return endpoint != null && endpoint.isInFlight(message.id());
  }

  /** The retry schedule of an endpoint's messages. */
  public RetrySchedule schedule(Endpoint endpoint) {
    return endpoint.schedule(rules.retry());
  }

  public boolean held(Endpoint endpoint) {
    return !endpoint.enabled() || deliveryPauses.paused(endpoint.customerId());
  }

  /** Forgets an endpoint altogether. */
  public void remove(Endpoint endpoint) {
    timeline.forget(endpoint);
    shares.remove(endpoint);
    dropped.remove(endpoint);
    unreported.remove(endpoint);
    certificates.remove(endpoint);
    expiring.remove(endpoint);
    stats.forget(endpoint.customerId(), endpoint.id());
    endpoints.remove(endpoint);
  }

  /** Marks an endpoint to be examined in this turn and stored at its end. */
  public void touch(Endpoint endpoint) {
    endpoints.changed(endpoint);
    timeline.touch(endpoint);
  }
}
