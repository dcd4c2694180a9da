package io.posthorn.core.shard;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.stats.StatsBook;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a shard knows, and the turn it is in. The families of commands share one and keep no
 * state of their own; only the sweeps under way and the round of retention are kept elsewhere, by
 * those who run them, and are found again when the shard is opened.
 */
final class ShardState {
  private static final byte[] CLOCK = Keys.meta("clock");
  private static final byte[] NO_VALUE = {};

  final ShardStore store;
  final Rules rules;
  final ShardIdentity identity;
  final Territory territory;
  final Endpoints endpoints;
  final SubscriptionBook subscriptions;
  final Moves moves;
  final Switches switches;
  final Events events;
  final TakenIds takenIds;
  final Messages messages;
  final Lanes lanes;
  final StatsBook stats;
  final Timeline timeline = new Timeline();
  final ReadyQueue ready = new ReadyQueue();

  /** Endpoints that lost messages and may have news of it to give. */
  final LinkedHashSet<Endpoint> dropped = new LinkedHashSet<>();

  /** Held endpoints whose oldest messages have come to the end of their schedule. */
  final LinkedHashSet<Endpoint> expiring = new LinkedHashSet<>();

  /** Customers that are being erased: nothing is taken in for them any more. */
  final TreeSet<String> erasing = new TreeSet<>();

  /** The time of the turn, or of the last one. */
  long now;

  /** Whether this turn's commit has to reach the disk before its effects are let out. */
  boolean mustSync;

  /** Whether the command being applied was refused: then there is nothing to audit. */
  boolean refused;

  /** Who gave the command being applied, until somebody has seen to its audit. */
  private @Nullable AuditEntry entry;

  /** How many requests, and how much of bodies, are in flight. */
  int inFlight;

  long bytesInFlight;

  /** Counts since the shard was opened, for whoever watches it. */
  long eventsAccepted;

  long eventsKnown;
  long messagesAccepted;

  private int ownKeys;
  private List<Effect> effects = new ArrayList<>();

  ShardState(ShardStore store, Rules rules, ShardIdentity identity, Territory territory) {
    this.store = store;
    this.rules = rules;
    this.identity = identity;
    this.territory = territory;
    endpoints = new Endpoints(store, rules);
    subscriptions = new SubscriptionBook(store, rules.operatorNews(), this::elsewhere);
    moves = new Moves(store);
    switches = new Switches(store);
    events = new Events(store);
    takenIds = new TakenIds(this);
    messages = new Messages(store, events, this::elsewhere);
    lanes = new Lanes(store, endpoints, rules.retry().lifetime());
    stats = new StatsBook(store);
    endpoints.all().forEach(e -> stats.found(e.customerId, e.id, e.waiting()));
    byte[] clock = store.get(CLOCK);
    if (clock != null) {
      ByteReader in = new ByteReader(clock);
      now = in.u64();
      ownKeys = in.u32();
    }
  }

  void begin(long moment) {
    if (moment < now) {
      throw new IllegalArgumentException("time went back from " + now + " to " + moment);
    }
    now = moment;
    stats.begin(now);
    mustSync = false;
    effects = new ArrayList<>();
  }

  /** Ends the turn: what it changed in memory is in the store, ready to be committed. */
  List<Effect> end() {
    endpoints.flush(e -> stats.waiting(e.customerId, e.id, e.waiting()));
    stats.end();
    store.put(CLOCK, new ByteWriter(12).u64(now).u32(ownKeys).toBytes());
    return effects;
  }

  void emit(Effect effect) {
    effects.add(effect);
  }

  void answer(long request, Reply reply) {
    refused |= Reply.refuses(reply);
    if (request != Command.NOBODY) {
      effects.add(new Effect.Answer(request, reply));
    }
  }

  /** Tells another shard, in the commit of this turn. */
  void forward(int shard, Command command) {
    mustSync = true;
    effects.add(new Effect.Forward(shard, command));
  }

  /** Lets another shard carry out the command being applied, which then sees to its audit. */
  void passOn(int shard, Command command) {
    AuditEntry by = takeEntry();
    forward(shard, by == null ? command : new Command.Audited(command, by));
  }

  /** The command that is applied next is to be audited. */
  void begin(AuditEntry by) {
    refused = false;
    entry = by;
  }

  /** What is to be audited, and from here on is the taker's business; null where nothing is. */
  @Nullable AuditEntry takeEntry() {
    AuditEntry taken = entry;
    entry = null;
    return taken;
  }

  /** Whether an endpoint belongs to another shard. */
  boolean elsewhere(EndpointId endpoint) {
    return !territory.alone() && territory.shardOf(endpoint) != identity.shard();
  }

  /** Whether one of an event's messages was handed over to another shard. */
  boolean away(StoredEvent.Target target) {
    return !target.nowhere() && elsewhere(target.endpoint());
  }

  /** Whether an event is a copy that came with messages of another shard. */
  boolean adopted(EventKey key) {
    return !territory.alone() && key.shard() != identity.shard();
  }

  /** Lets retention look at an event at a moment, wherever its passes are. */
  void recheck(long moment, String customerId, EventKey key) {
    store.put(Keys.recheck(moment, customerId, key), NO_VALUE);
  }

  /** A number for a key of the shard's own making; the host's have the upper bit clear. */
  int nextOwnKey() {
    ownKeys = (ownKeys + 1) & Integer.MAX_VALUE;
    return ownKeys | Integer.MIN_VALUE;
  }

  boolean held(Endpoint endpoint) {
    return !endpoint.enabled() || switches.paused(endpoint.customerId);
  }

  /** Forgets an endpoint altogether. */
  void remove(Endpoint endpoint) {
    timeline.forget(endpoint);
    ready.remove(endpoint);
    dropped.remove(endpoint);
    expiring.remove(endpoint);
    stats.forget(endpoint.customerId, endpoint.id);
    endpoints.remove(endpoint);
  }

  /** To be looked at in this turn, and stored at its end. */
  void touch(Endpoint endpoint) {
    endpoints.changed(endpoint);
    timeline.touch(endpoint);
  }
}
