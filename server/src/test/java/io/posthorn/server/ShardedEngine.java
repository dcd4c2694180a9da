package io.posthorn.server;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.kafka.read.ReadingRoom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An engine of several real shards in memory, as many nodes would have them: what one tells another
 * goes there as bytes, each call is answered when all have come to rest, and what they have is read
 * as a node reads it.
 */
public final class ShardedEngine implements Engine {
  /** A request that was sent and not answered yet, and the shard that waits for it. */
  public record Sent(int shard, Effect.Send send) {}

  public final List<Sent> sent = new ArrayList<>();

  /** The shards whose node cannot be reached. */
  public final TreeSet<Integer> lost = new TreeSet<>();

  /** How often a node was asked for what it has. */
  public final AtomicInteger questions = new AtomicInteger();

  /** The shards that leave long work for later, so that it can be seen under way. */
  public final TreeSet<Integer> leavingLongWork = new TreeSet<>();

  private final ShardAssignment territory;
  private final List<InMemoryShardStore> stores = new ArrayList<>();
  private final List<ArrayDeque<byte[]>> logs = new ArrayList<>();
  private final List<Shard> shards = new ArrayList<>();
  private final Map<Long, List<Reply>> replies = new TreeMap<>();
  private long requests;
  private long now;
  private int counter;

  public ShardedEngine(int count, Rules rules, long now) {
    this.now = now;
    territory = new ShardAssignment(count);
    for (int shard = 0; shard < count; shard++) {
      InMemoryShardStore store = new InMemoryShardStore();
      stores.add(store);
      logs.add(new ArrayDeque<>());
      shards.add(new Shard(store, rules, new ShardIdentity(shard, 1), territory, now));
    }
  }

  public synchronized long now() {
    return now;
  }

  public synchronized void goTo(long moment) {
    now = moment;
    IntStream.range(0, shards.size()).forEach(shard -> turn(shard, List.of()));
    settle();
  }

  public synchronized void answerAll(Outcome outcome) {
    while (!sent.isEmpty()) {
      Sent first = sent.removeFirst();
      turn(first.shard(), List.of(new Command.RecordOutcome(first.send().ticket(), outcome)));
      settle();
    }
  }

  /** The shard that owns an endpoint. */
  public int ownerOf(EndpointId endpoint) {
    return territory.shardOf(endpoint);
  }

  public static String node(int shard) {
    return "node-" + shard + ":8080";
  }

  @Override
  public synchronized CompletableFuture<Reply> accept(List<Event> events) {
    List<Reply.Receipt> receipts = new ArrayList<>();
    for (Event event : events) {
      receipts.add(new Reply.Receipt(event.id(), publish(event), false));
    }
    settle();
    return CompletableFuture.completedFuture(new Reply.Accepted(receipts));
  }

  private EventKey publish(Event event) {
    int home = Math.floorMod(event.id().hashCode(), shards.size());
    EventKey key = EventKey.of(now, home, ++counter, 1);
    Map<Integer, List<SubscriptionId>> matched = new TreeMap<>();
    for (Subscription wish : subscriptions().match(event)) {
      if (OperationalEvents.mayReach(event, wish.endpointId())) {
        matched
            .computeIfAbsent(territory.shardOf(wish.endpointId()), shard -> new ArrayList<>())
            .add(wish.id());
      }
    }
    if (matched.isEmpty()) {
      matched.put(home, List.of());
    }
    matched.forEach(
        (shard, wishes) ->
            log(
                shard,
                new Command.AcceptEvents(
                    Command.NOBODY, List.of(new Arrival(key.inShard(shard), event, wishes)))));
    return key;
  }

  @Override
  public synchronized CompletableFuture<Reply> tell(LongFunction<Command> command) {
    long request = ++requests;
    Command told = command.apply(request);
    List<Integer> targets = targets(told instanceof Command.Audited a ? a.command() : told);
    for (int i = 0; i < targets.size(); i++) {
      // Who did it is written down once, whatever number of shards is told.
      log(targets.get(i), i > 0 && told instanceof Command.Audited a ? a.command() : told);
    }
    settle();
    return CompletableFuture.completedFuture(joined(replies.getOrDefault(request, List.of())));
  }

  private static Reply joined(List<Reply> all) {
    int changed = 0;
    for (Reply reply : all) {
      if (Reply.refuses(reply)) {
        return reply;
      }
      changed += reply instanceof Reply.Changed some ? some.count() : 0;
    }
    return all.getFirst() instanceof Reply.Changed ? new Reply.Changed(changed) : all.getFirst();
  }

  private List<Integer> targets(Command command) {
    List<Integer> all = IntStream.range(0, shards.size()).boxed().toList();
    return switch (command) {
      case Command.CreateSubscription c -> List.of(ownerOf(c.subscription().endpointId()));
      case Command.ChangeSubscription c -> List.of(ownerOf(c.subscription().id()));
      case Command.DeleteSubscription c -> List.of(ownerOf(c.subscription()));
      case Command.EnableEndpoint c -> List.of(ownerOf(c.endpoint()));
      case Command.PauseEndpoint c -> List.of(ownerOf(c.endpoint()));
      case Command.ConfigureEndpoint c -> List.of(ownerOf(c.endpoint()));
      case Command.SetSecrets c -> List.of(ownerOf(c.endpoint()));
      case Command.ReplayMessage c -> List.of(c.message().event().shard());
      case Command.CancelMessage c -> List.of(c.message().event().shard());
      case Command.StartBulk _,
          Command.PauseDelivery _,
          Command.ResumeDelivery _,
          Command.EnableEndpoints _,
          Command.EraseCustomer _ ->
          all;
      case Command.PutCustomer _, Command.PutKey _, Command.DeleteKey _, Command.Note _ ->
          List.of(0);
      case Command.AcceptEvents _,
          Command.RecordOutcome _,
          Command.Trim _,
          Command.Audited _,
          Command.Transfer _ ->
          throw new IllegalArgumentException("nobody tells this: " + command);
    };
  }

  private int ownerOf(SubscriptionId id) {
    Subscription known = subscriptions().get(id);
    return known == null ? 0 : ownerOf(known.endpointId());
  }

  @Override
  public synchronized SubscriptionIndex subscriptions() {
    SubscriptionIndex index = new SubscriptionIndex();
    for (int i = 0; i < stores.size(); i++) {
      int shard = i;
      byte table = Table.SUBSCRIPTION.number();
      stores
          .get(shard)
          .scan(
              new byte[] {table},
              new byte[] {(byte) (table + 1)},
              (key, value) -> {
                Subscription subscription = SubscriptionCodec.decode(value);
                if (ownerOf(subscription.endpointId()) == shard) {
                  index.put(subscription);
                }
                return true;
              });
    }
    return index;
  }

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    T value = read(unreached, reader);
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    return value;
  }

  @Override
  public <T extends @Nullable Object> T read(Unreached unreached, Function<ShardView, T> reader) {
    return room().read(unreached::add, reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    List<T> values = readEach(unreached, reader);
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    return values;
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Unreached unreached, Function<ShardView, T> reader) {
    return room().readEach(unreached::add, reader);
  }

  private synchronized ReadingRoom room() {
    return new FarShards(stores, lost, questions).room();
  }

  @Override
  public boolean alone() {
    return false;
  }

  private void log(int shard, Command command) {
    logs.get(shard).add(CommandCodec.encode(command));
  }

  private void settle() {
    boolean busy = true;
    while (busy) {
      busy = false;
      for (int shard = 0; shard < shards.size(); shard++) {
        byte[] next = logs.get(shard).poll();
        if (next != null) {
          busy = true;
          turn(shard, List.of(CommandCodec.decode(next)));
        }
      }
    }
  }

  private void turn(int shard, List<Command> commands) {
    Turn turn = shards.get(shard).turn(commands, now);
    List<Effect> effects = new ArrayList<>(turn.effects());
    while (turn.wakeAt() <= now && !leavingLongWork.contains(shard)) {
      turn = shards.get(shard).turn(List.of(), now);
      effects.addAll(turn.effects());
    }
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Send send -> sent.add(new Sent(shard, send));
        case Effect.Answer answer ->
            replies
                .computeIfAbsent(answer.request(), request -> new ArrayList<>())
                .add(answer.reply());
        case Effect.Forward forward -> log(forward.shard(), forward.command());
        case Effect.Publish publish -> publish(publish.event());
        case Effect.AttemptRecorded _, Effect.MessageEnded _, Effect.EndpointChanged _ -> {}
      }
    }
  }
}
