package io.posthorn.core.shard;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.store.CountingShardStore;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shard under test: time is virtual, requests are not sent, and the test decides each outcome.
 *
 * <p>Every command is its own turn; {@link #goTo} and {@link #pass} advance the time and run the
 * turns that become due. Requests without an outcome are in {@link #inFlight}.
 */
public final class ShardFixture {
  /** A round hour, so that buckets of an hour begin with the test: 2026-01-01T00:00:00Z. */
  public static final long START = 1_767_225_600_000L;

  public static final String CUSTOMER = "default";
  public static final String URL = "https://receiver.example/hook";

  public final InMemoryShardStore store = new InMemoryShardStore();

  /** The same store as the shard sees it. */
  public final CountingShardStore counted = new CountingShardStore(store);

  public final List<Effect> effects = new ArrayList<>();
  public final ArrayDeque<Effect.Send> inFlight = new ArrayDeque<>();

  /** The budget of the next turns; null for the limits of the rules. */
  public @Nullable InFlightBudget budget;

  private Rules rules;
  private Shard shard;
  private long now = START;
  private long wakeAt;
  private long requests;
  private int ids;
  private boolean lastTurnMustSync;

  public ShardFixture(Rules rules) {
    this.rules = rules;
    shard = new Shard(counted, rules, new ShardIdentity(0, 7), now);
    turn(List.of());
  }

  public static ShardFixture withDefaults() {
    return new ShardFixture(Rules.DEFAULT);
  }

  /**
   * Rules that disable an endpoint after a number of failures in a row; the rest is the default.
   */
  public static Rules disablingAfter(int failures) {
    return circuit(failures, CircuitRules.DEFAULT.freezeConsecutiveAnyTime());
  }

  /** Rules that freeze an endpoint after a number of failures in a row; the rest is the default. */
  public static Rules freezingAfter(int failures) {
    return circuit(CircuitRules.DEFAULT.disableConsecutive(), failures);
  }

  /** The default rules but for two numbers of failures in a row. */
  public static Rules circuit(int disabling, int freezing) {
    CircuitRules rules = CircuitRules.DEFAULT;
    return Rules.DEFAULT.withCircuit(
        new CircuitRules(
            rules.window(),
            rules.minAttempts(),
            rules.failureRate(),
            disabling,
            rules.probeInterval(),
            rules.freezeConsecutive(),
            rules.freezeSinceSuccess(),
            freezing));
  }

  // Time.

  /** The time since the start. */
  public Duration time() {
    return Duration.ofMillis(now - START);
  }

  public long now() {
    return now;
  }

  /** Advances to a time after the start, taking all due turns. */
  public void goTo(Duration sinceStart) {
    long target = START + sinceStart.toMillis();
    int turnsAtOneTime = 0;
    while (wakeAt <= target) {
      turnsAtOneTime = wakeAt > now ? 0 : turnsAtOneTime + 1;
      if (turnsAtOneTime > 100_000) {
        throw new AssertionError("the shard does not become idle");
      }
      now = Math.max(now, wakeAt);
      turn(List.of());
    }
    now = Math.max(now, target);
  }

  public void pass(Duration time) {
    goTo(time().plus(time));
  }

  /** Takes turns until the shard has nothing left to do at this time. */
  public void settle() {
    goTo(time());
  }

  /** The time of the shard's next turn, relative to the start. */
  public long wakeAt() {
    return wakeAt - START;
  }

  public boolean lastTurnMustSync() {
    return lastTurnMustSync;
  }

  // Users.

  /** Crashes and restarts the process: requests in flight are lost, the store is not. */
  public void restart() {
    inFlight.clear();
    shard = new Shard(counted, rules, new ShardIdentity(0, 7), now);
    turn(List.of());
  }

  /** Restarts the process with other settings. */
  public void restartWith(Rules changed) {
    rules = changed;
    restart();
  }

  /** Crashes the process and restarts it after a downtime. */
  public void restartAfter(Duration down) {
    now += down.toMillis();
    restart();
  }

  public Subscription subscribe(String url) {
    return subscribe(url, "TASK", "UPDATE");
  }

  public Subscription subscribe(String url, String objCode, String eventType) {
    Subscription subscription = draft(url, objCode, eventType);
    execute(new Command.CreateSubscription(++requests, subscription, new byte[] {1}));
    return subscription;
  }

  /** A subscription that has not been created yet. */
  public Subscription draft(String url, String objCode, String eventType) {
    return SubscriptionFixture.plain(++ids, objCode, eventType, url, now);
  }

  public Subscription move(Subscription subscription, String url) {
    Subscription moved = SubscriptionFixture.moved(subscription, url, now);
    execute(
        new Command.ChangeSubscription(
            ++requests, moved, subscription.modifiedAt(), new byte[] {1}));
    return moved;
  }

  public Reply delete(Subscription subscription) {
    return execute(new Command.DeleteSubscription(++requests, CUSTOMER, subscription.id()));
  }

  public Reply enable(EndpointId endpoint) {
    return execute(new Command.EnableEndpoint(++requests, CUSTOMER, endpoint));
  }

  /** The number of ordered messages of an endpoint that wait behind a head. */
  public long behind(String url) {
    return endpoint(url).waiting(Lane.ORDER);
  }

  /** The number of waiting messages in each lane of an endpoint, in the order of the lanes. */
  public long[] waiting(String url) {
    Endpoint endpoint = endpoint(url);
    return Lane.STARTING.stream().mapToLong(endpoint::waiting).toArray();
  }

  public Reply enable(String url) {
    return enable(endpoint(url).id());
  }

  public Reply pause(String url) {
    return pause(endpoint(url).id());
  }

  public Reply pause(EndpointId endpoint) {
    return execute(new Command.PauseEndpoint(++requests, CUSTOMER, endpoint));
  }

  public Reply replay(MessageId message) {
    return execute(new Command.ReplayMessage(++requests, CUSTOMER, message));
  }

  public Reply cancel(EventKey event) {
    return cancel(new MessageId(event, 0));
  }

  public Reply cancel(MessageId message) {
    return execute(new Command.CancelMessage(++requests, CUSTOMER, message));
  }

  public Reply retry(EventKey event) {
    return execute(new Command.RetryMessage(++requests, CUSTOMER, new MessageId(event, 0)));
  }

  /** A request number, for a command without a method here. */
  public long nextRequest() {
    return ++requests;
  }

  /** Posts an event of TASK and UPDATE with an id of its own; the key of what was accepted. */
  public EventKey post() {
    return post("event-" + ++ids);
  }

  public EventKey post(String eventId) {
    return post(event(eventId, "{\"a\":1}"));
  }

  public EventKey post(Event event) {
    List<SubscriptionId> matched = new ArrayList<>();
    shard.subscriptions().match(event).forEach(s -> matched.add(s.id()));
    EventKey key = EventKey.of(now, 0, ++ids, 7);
    Reply reply =
        execute(
            new Command.AcceptEvents(++requests, List.of(new MatchedEvent(key, event, matched))));
    return ((Reply.Accepted) reply).events().getFirst().key();
  }

  public Event event(String eventId, String newState) {
    return eventOf(CUSTOMER, eventId, newState);
  }

  public Event eventOf(String customerId, String eventId, String newState) {
    return new Event(
        customerId,
        eventId,
        "TASK",
        "UPDATE",
        null,
        Instant.ofEpochMilli(now),
        null,
        JsonSlice.of(newState),
        null,
        null);
  }

  /** Executes a command and returns its reply. */
  public Reply execute(Command command) {
    turn(List.of(command));
    return lastReply();
  }

  /** Executes a command whose reply follows when its background work is done. */
  public Reply executeAndSettle(Command command) {
    turn(List.of(command));
    settle();
    return lastReply();
  }

  private Reply lastReply() {
    for (int i = effects.size() - 1; i >= 0; i--) {
      if (effects.get(i) instanceof Effect.SendReply reply && reply.request() == requests) {
        return reply.reply();
      }
    }
    throw new AssertionError("no reply to request " + requests);
  }

  // Receivers.

  /** The only request in flight. */
  public Effect.Send sent() {
    if (inFlight.size() != 1) {
      throw new AssertionError("expected one request on its way, not " + inFlight.size());
    }
    return inFlight.getFirst();
  }

  /** The events of the messages in flight, oldest request first. */
  public List<EventKey> eventsInFlight() {
    return inFlight.stream().map(send -> send.ticket().message().event()).toList();
  }

  public AttemptTicket respond(Effect.Send send, Outcome outcome) {
    if (!inFlight.remove(send)) {
      throw new AssertionError("not on its way: " + send.ticket());
    }
    turn(List.of(new Command.RecordOutcome(send.ticket(), outcome)));
    return send.ticket();
  }

  /** Responds to the oldest request in flight. */
  public AttemptTicket respond(Outcome outcome) {
    return respond(inFlight.getFirst(), outcome);
  }

  public AttemptTicket succeed() {
    return respond(Outcome.responded(200, 10));
  }

  public AttemptTicket fail() {
    return respond(
        Outcome.responded(404, 10)); // a failure that does not change the in-flight limit
  }

  public AttemptTicket refuse() {
    return respond(Outcome.failed(ErrorKind.REFUSED, 1, "connection refused"));
  }

  /** Posts messages one after the other and fails each at once. */
  public void failMany(int count) {
    for (int i = 0; i < count; i++) {
      post();
      fail();
    }
  }

  // Observations.

  /** The contents of the store, as comparable text. */
  public List<String> contents() {
    List<String> found = new ArrayList<>();
    HexFormat hex = HexFormat.of();
    store.scan(
        new byte[0],
        new byte[] {-1},
        (key, value) -> found.add(hex.formatHex(key) + "=" + hex.formatHex(value)));
    return found;
  }

  /** The keys of a table, in hexadecimal. */
  public List<String> keys(Table table) {
    List<String> found = new ArrayList<>();
    byte[] from = StoreKeys.table(table);
    store.scan(
        from, StoreKeys.endOf(from), (key, value) -> found.add(HexFormat.of().formatHex(key)));
    return found;
  }

  /** The number of entries of a table. */
  public int count(Table table) {
    return keys(table).size();
  }

  public SubscriptionIndex subscriptions() {
    return shard.subscriptions();
  }

  public ShardMetrics metrics() {
    return shard.metrics();
  }

  public Endpoint endpoint(String url) {
    EndpointId id = TargetUrl.parse(url).endpointOf(CUSTOMER);
    return Objects.requireNonNull(shard.inspect(id));
  }

  public Message message(EventKey event) {
    return message(new MessageId(event, 0));
  }

  public Message message(MessageId id) {
    return Objects.requireNonNull(new History(store).message(CUSTOMER, id));
  }

  public List<Attempt> attempts(EventKey event) {
    return new History(store).attempts(CUSTOMER, new MessageId(event, 0));
  }

  public <T extends Effect> List<T> effects(Class<T> kind) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  // More words, for many at once and for several customers.

  /** One turn, and no more. */
  public void step() {
    turn(List.of());
  }

  /** One turn, some time after the last one, even if the shard wanted it earlier. */
  public void stepAfter(Duration time) {
    now += time.toMillis();
    turn(List.of());
  }

  /** Returns whether the shard has more to do at this time. */
  public boolean busy() {
    return wakeAt <= now;
  }

  public History history() {
    return new History(store);
  }

  /** An event that must be there, as it is stored. */
  public StoredEvent stored(EventKey event) {
    return StoredEvent.decode(Objects.requireNonNull(store.get(StoreKeys.event(CUSTOMER, event))));
  }

  /** The new state of an event, which must have one. */
  public static String newState(Event event) {
    return Objects.requireNonNull(event.newState()).toString();
  }

  /** A second shard, opened on the same store. */
  public Shard anotherShard() {
    return new Shard(counted, rules, new ShardIdentity(0, 7), now);
  }

  public EndpointId id(String url) {
    return TargetUrl.parse(url).endpointOf(CUSTOMER);
  }

  public Reply create(Subscription subscription) {
    return execute(new Command.CreateSubscription(++requests, subscription, new byte[] {1}));
  }

  public Reply change(Subscription changed, long seenModifiedAt) {
    return execute(
        new Command.ChangeSubscription(++requests, changed, seenModifiedAt, new byte[] {1}));
  }

  public Reply configure(String url, int maxInFlight, int maxPerSecond) {
    EndpointSettings settings = new EndpointSettings(maxInFlight, maxPerSecond, 0, null);
    return execute(new Command.ConfigureEndpoint(++requests, CUSTOMER, id(url), settings, null));
  }

  public Reply configure(String url, EndpointOptions options) {
    EndpointSettings settings = EndpointSettings.NONE.withOptions(options);
    return execute(new Command.ConfigureEndpoint(++requests, CUSTOMER, id(url), settings, null));
  }

  public Reply resume(String url) {
    return execute(new Command.ResumeEndpoint(++requests, CUSTOMER, id(url)));
  }

  /** Subscribes another customer to an objCode of its own. */
  public Subscription subscribe(String customerId, String url, String objCode, String eventType) {
    Subscription subscription =
        SubscriptionFixture.like(draft(url, objCode, eventType)).customer(customerId).done();
    create(subscription);
    return subscription;
  }

  public Reply pauseDelivery(@Nullable String customerId) {
    return execute(new Command.PauseDelivery(++requests, customerId));
  }

  public Reply resumeDelivery(@Nullable String customerId) {
    return execute(new Command.ResumeDelivery(++requests, customerId));
  }

  public Event event(
      String customerId, String eventId, String objCode, String eventType, @Nullable String objId) {
    return new Event(
        customerId,
        eventId,
        objCode,
        eventType,
        objId,
        Instant.ofEpochMilli(now),
        null,
        JsonSlice.of("{\"a\":1}"),
        null,
        null);
  }

  /** An event as the host brings it: with a key, and matched. */
  public MatchedEvent arrival(Event event) {
    List<SubscriptionId> matched = new ArrayList<>();
    shard.subscriptions().match(event).forEach(s -> matched.add(s.id()));
    return new MatchedEvent(EventKey.of(now, 0, ++ids, 7), event, matched);
  }

  /** Posts events in one call; the receipts of what was accepted. */
  public List<Reply.Receipt> postAll(List<Event> events) {
    List<MatchedEvent> arrivals = events.stream().map(this::arrival).toList();
    Reply reply = execute(new Command.AcceptEvents(++requests, arrivals));
    return ((Reply.Accepted) reply).events();
  }

  /** Posts a number of events of TASK and UPDATE, in calls of 1,000. */
  public List<EventKey> postMany(int count) {
    List<EventKey> keys = new ArrayList<>(count);
    while (keys.size() < count) {
      List<Event> events = new ArrayList<>();
      for (int i = Math.min(1_000, count - keys.size()); i > 0; i--) {
        events.add(event("event-" + ++ids, "{\"a\":1}"));
      }
      postAll(events).forEach(receipt -> keys.add(receipt.key()));
    }
    return keys;
  }

  /** Responds to all requests in flight with success, and to those that start because of it. */
  public void succeedAll() {
    while (!inFlight.isEmpty()) {
      succeed();
    }
  }

  public void turn(List<Command> commands) {
    Turn turn = budget == null ? shard.turn(commands, now) : shard.turn(commands, now, budget);
    lastTurnMustSync = turn.mustSync();
    wakeAt = turn.wakeAt();
    for (Effect effect : turn.effects()) {
      effects.add(effect);
      if (effect instanceof Effect.Send send) {
        inFlight.add(send);
      }
    }
  }
}
