package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EventFormats;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several shards of one installation, each with its own store and its own command log, in virtual
 * time. A command to another shard is encoded and appended to that shard's log at the end of the
 * turn; the test decides when it is processed.
 */
final class ShardsFixture {
  static final String CUSTOMER = ShardFixture.CUSTOMER;
  private static final int INSTALLATION = 7;

  /** An effect with the shard that returned it. */
  record Seen(int shard, Effect effect) {}

  /** A request on its way, and the shard that made it. */
  record Request(int shard, Effect.Send send) {}

  final ShardAssignment assignment;

  /** Every node's copy of the subscriptions, which events are matched against. */
  final SubscriptionIndex directory = new SubscriptionIndex();

  /** All forms that were in the directory, oldest first: a node may be behind. */
  private final Map<SubscriptionId, List<Subscription>> listed = new TreeMap<>();

  final List<InMemoryShardStore> stores = new ArrayList<>();
  final List<ArrayDeque<byte[]>> logs = new ArrayList<>();
  final List<Seen> effects = new ArrayList<>();
  final List<Request> inFlight = new ArrayList<>();
  private Rules rules;
  private final List<Shard> shards = new ArrayList<>();
  private final long[] wakeAt;
  private final int[] taken;
  private final Map<Long, Reply> replies = new TreeMap<>();
  private long now = ShardFixture.START;
  private long requests;
  private int ids;

  ShardsFixture(int count, Rules rules) {
    this.rules = rules;
    assignment = new ShardAssignment(count);
    wakeAt = new long[count];
    taken = new int[count];
    for (int shard = 0; shard < count; shard++) {
      stores.add(new InMemoryShardStore());
      logs.add(new ArrayDeque<>());
      shards.add(open(shard));
      turn(shard, List.of());
    }
  }

  static ShardsFixture three() {
    return new ShardsFixture(3, Rules.DEFAULT);
  }

  private Shard open(int shard) {
    ShardIdentity identity = new ShardIdentity(shard, INSTALLATION);
    DirectoryCopyFixture store =
        new DirectoryCopyFixture(
            stores.get(shard),
            directory,
            subscription -> ownerOf(subscription) == shard,
            this::listed);
    return new Shard(store, rules, identity, assignment, now);
  }

  private void listed(Subscription subscription) {
    listed.computeIfAbsent(subscription.id(), id -> new ArrayList<>()).add(subscription);
  }

  /** A subscription as the directory knew it a number of changes ago. */
  Subscription formerly(Subscription subscription, int changes) {
    List<Subscription> forms = Objects.requireNonNull(listed.get(subscription.id()));
    return forms.get(Math.max(0, forms.size() - 1 - changes));
  }

  // Time and turns.

  long now() {
    return now;
  }

  /** Lets a shard process its oldest pending command; returns false if it has none. */
  boolean take(int shard) {
    byte[] command = logs.get(shard).poll();
    if (command == null) {
      return false;
    }
    turn(shard, List.of(placed(shard, CommandCodec.decode(command))));
    return true;
  }

  /** Gives events their keys, which follow from the position of their record in the shard's log. */
  private Command placed(int shard, Command command) {
    taken[shard]++;
    return command instanceof Command.AcceptEvents accept
        ? accept.withKeys(i -> EventKey.of(now, shard, taken[shard] << 10 | i, INSTALLATION))
        : command;
  }

  /** A turn without commands. */
  void turn(int shard) {
    turn(shard, List.of());
  }

  /** Lets all shards process all pending commands and all due work. */
  void settle() {
    goTo(Duration.ofMillis(now - ShardFixture.START));
  }

  /** Advances the time without any command. */
  void sleep(Duration time) {
    now += time.toMillis();
  }

  void pass(Duration time) {
    goTo(Duration.ofMillis(now - ShardFixture.START).plus(time));
  }

  void goTo(Duration sinceStart) {
    long target = ShardFixture.START + sinceStart.toMillis();
    int turns = 0;
    while (takeAny() || wakeFirst(target)) {
      if (++turns > 1_000_000) {
        throw new AssertionError("the shards do not become idle");
      }
    }
    now = Math.max(now, target);
  }

  private boolean takeAny() {
    for (int shard = 0; shard < shards.size(); shard++) {
      if (take(shard)) {
        return true;
      }
    }
    return false;
  }

  private boolean wakeFirst(long target) {
    int first = 0;
    for (int shard = 1; shard < wakeAt.length; shard++) {
      first = wakeAt[shard] < wakeAt[first] ? shard : first;
    }
    if (wakeAt[first] > target) {
      return false;
    }
    now = Math.max(now, wakeAt[first]);
    turn(first, List.of());
    return true;
  }

  /** A shard's process dies and another one takes over its store; requests in flight are lost. */
  void crash(int shard) {
    inFlight.removeIf(request -> request.shard() == shard);
    shards.set(shard, open(shard));
    turn(shard, List.of());
  }

  /** All shards are opened anew with other settings. */
  void restartWith(Rules changed) {
    rules = changed;
    for (int shard = 0; shard < shards.size(); shard++) {
      crash(shard);
    }
    settle();
  }

  private void turn(int shard, List<Command> commands) {
    Turn turn = shards.get(shard).turn(commands, now);
    wakeAt[shard] = turn.wakeAt();
    for (Effect effect : turn.effects()) {
      effects.add(new Seen(shard, effect));
      switch (effect) {
        case Effect.Send send -> inFlight.add(new Request(shard, send));
        case Effect.SendReply reply -> replied(reply);
        case Effect.Forward forward -> execute(forward.shard(), forward.command());
        case Effect.Publish publish -> publish(publish.event(), publish.formats(), this::ownerOf);
        case Effect.FetchToken _,
            Effect.AttemptRecorded _,
            Effect.MessageEnded _,
            Effect.EndpointChanged _ -> {}
      }
    }
  }

  private void replied(Effect.SendReply reply) {
    if (replies.put(reply.request(), reply.reply()) != null) {
      throw new AssertionError("request " + reply.request() + " got two replies");
    }
  }

  // Users.

  /** A URL whose endpoint belongs to a shard; different for each number. */
  String url(int shard, int number) {
    for (int i = 0; ; i++) {
      String url = "https://receiver.example/" + number + "/" + i;
      if (assignment.shardOf(id(url)) == shard) {
        return url;
      }
    }
  }

  EndpointId id(String url) {
    return TargetUrl.parse(url).endpointOf(CUSTOMER);
  }

  void execute(int shard, Command command) {
    logs.get(shard).add(CommandCodec.encode(command));
  }

  long nextRequest() {
    return ++requests;
  }

  @Nullable Reply reply(long request) {
    return replies.get(request);
  }

  /** Creates a subscription of TASK and UPDATE. */
  Subscription subscribe(String url) {
    return subscribe(url, "TASK", "UPDATE");
  }

  Subscription subscribe(String url, String objCode, String eventType) {
    return subscribe(draft(url, objCode, eventType));
  }

  Subscription subscribe(Subscription subscription) {
    long request = nextRequest();
    execute(
        ownerOf(subscription),
        new Command.CreateSubscription(request, subscription, new byte[] {1}));
    settle();
    return subscription;
  }

  /** A subscription that has not been created yet. */
  Subscription draft(String url, String objCode, String eventType) {
    return SubscriptionFixture.plain(++ids, objCode, eventType, url, now);
  }

  /** A subscription with another URL, not yet submitted. */
  Subscription at(Subscription from, String url) {
    return SubscriptionFixture.moved(from, url, now);
  }

  /** Gives a subscription another URL at its owner; returns the number of the request. */
  long startMove(Subscription from, Subscription to) {
    long request = nextRequest();
    execute(ownerOf(from), change(request, from, to));
    return request;
  }

  Command change(long request, Subscription from, Subscription to) {
    return new Command.ChangeSubscription(request, to, from.modifiedAt(), new byte[] {1});
  }

  /** Moves a subscription, and everything that waits for it. */
  Subscription move(Subscription from, String url) {
    Subscription to = at(from, url);
    long request = startMove(from, to);
    settle();
    if (!Reply.DONE.equals(reply(request))) {
      throw new AssertionError("not moved: " + reply(request));
    }
    return to;
  }

  int ownerOf(Subscription subscription) {
    return assignment.shardOf(subscription.endpointId());
  }

  /** Gives a command to a shard and lets everything settle; the reply to it. */
  Reply ask(int shard, long request, Command command) {
    execute(shard, command);
    settle();
    return Objects.requireNonNull(reply(request), "no reply");
  }

  Reply delete(int shard, Subscription subscription) {
    long request = nextRequest();
    return ask(
        shard, request, new Command.DeleteSubscription(request, CUSTOMER, subscription.id()));
  }

  Reply cancel(MessageId message) {
    long request = nextRequest();
    return ask(
        message.event().shard(), request, new Command.CancelMessage(request, CUSTOMER, message));
  }

  Reply replay(MessageId message) {
    long request = nextRequest();
    return ask(
        message.event().shard(), request, new Command.ReplayMessage(request, CUSTOMER, message));
  }

  /** Posts an event, lets all shards take it in, and returns the first message of shard 0. */
  MessageId accepted() {
    String event = post();
    settle();
    return message(0, event, 0);
  }

  /** A message of an event in a shard. */
  MessageId message(int shard, String eventId, int ordinal) {
    return new MessageId(
        Objects.requireNonNull(history(shard).eventKey(CUSTOMER, eventId), "no " + eventId),
        ordinal);
  }

  /**
   * Posts an event, which is matched now and reaches the shards when they take it; returns its id.
   */
  String post() {
    Event event = event("event-" + ++ids);
    publish(event);
    return event.id();
  }

  Event event(String id) {
    return event(id, null);
  }

  Event event(String id, @Nullable String objId) {
    return new Event(
        CUSTOMER,
        id,
        "TASK",
        "UPDATE",
        objId,
        Instant.ofEpochMilli(now),
        null,
        JsonSlice.of("{\"a\":1}"),
        null,
        null);
  }

  void publish(Event event) {
    publish(event, this::ownerOf);
  }

  void publish(Event event, ToIntFunction<Subscription> route) {
    publish(event, EventFormats.ALL, route);
  }

  /** Matches an event as the accepting node does, and gives each shard its part. */
  private void publish(Event event, EventFormats formats, ToIntFunction<Subscription> route) {
    OperatorSubscription operator = rules.operatorSubscription();
    List<Subscription> subscriptions =
        operator != null && event.customerId().equals(OperatorSubscription.CUSTOMER)
            ? List.of(operator.subscription())
            : directory.match(event);
    TreeMap<Integer, List<SubscriptionId>> matched = new TreeMap<>();
    for (Subscription subscription : subscriptions) {
      if (OperationalEvents.mayReach(event, formats, subscription)) {
        matched
            .computeIfAbsent(route.applyAsInt(subscription), s -> new ArrayList<>())
            .add(subscription.id());
      }
    }
    matched.forEach(
        (shard, ids) -> {
          MatchedEvent arrival = new MatchedEvent(MatchedEvent.NO_KEY, event, ids);
          execute(shard, Command.AcceptEvents.promised(List.of(arrival)));
        });
  }

  // Receivers.

  /** The one request on its way. */
  Request sent() {
    if (inFlight.size() != 1) {
      throw new AssertionError("expected one request on its way, not " + inFlight);
    }
    return inFlight.getFirst();
  }

  void respond(Request request, Outcome outcome) {
    if (!inFlight.remove(request)) {
      throw new AssertionError("not on its way: " + request);
    }
    turn(request.shard(), List.of(new Command.RecordOutcome(request.send().ticket(), outcome)));
  }

  void succeed() {
    respond(inFlight.getFirst(), Outcome.responded(200, 10));
  }

  void fail() {
    respond(inFlight.getFirst(), Outcome.responded(404, 10));
  }

  // Observations.

  /** A message where it is recorded, or described by the event of the shard that has it. */
  @Nullable Message find(MessageId id) {
    Message found = null;
    for (int shard = 0; shard < shards.size(); shard++) {
      byte[] value = stores.get(shard).get(StoreKeys.message(CUSTOMER, id));
      if (value != null) {
        if (found != null) {
          throw new AssertionError(id + " is recorded in two shards");
        }
        found = Message.decode(id, value);
      }
    }
    return found == null ? history(id.event().shard()).message(CUSTOMER, id) : found;
  }

  Message message(MessageId id) {
    return Objects.requireNonNull(find(id), "there is no " + id);
  }

  List<Attempt> attempts(MessageId id) {
    List<Attempt> found = new ArrayList<>();
    for (int shard = 0; shard < shards.size(); shard++) {
      found.addAll(history(shard).attempts(CUSTOMER, id));
    }
    return found;
  }

  History history(int shard) {
    return new History(stores.get(shard));
  }

  @Nullable Endpoint endpoint(int shard, String url) {
    return shards.get(shard).inspect(id(url));
  }

  /** The number of waiting messages of a shard. */
  ShardMetrics metrics(int shard) {
    return shards.get(shard).metrics();
  }

  long waiting(int shard) {
    ShardMetrics metrics = metrics(shard);
    return metrics.first().messages() + metrics.retry().messages() + metrics.held().messages();
  }

  <T extends Effect> List<T> effects(Class<T> kind) {
    return effects.stream().map(Seen::effect).filter(kind::isInstance).map(kind::cast).toList();
  }
}
