package io.posthorn.server;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An engine in memory: the real shard, whose turns are taken as calls come; requests go nowhere.
 */
public final class InMemoryEngine extends StagedEngine {
  private final InMemoryShardStore store = new InMemoryShardStore();
  private final Shard shard;
  private long requests;
  private long now;
  private int counter;

  public InMemoryEngine(Rules rules, long now) {
    this.now = now;
    shard = new Shard(store, rules, new ShardIdentity(0, 1), now);
  }

  @Override
  public synchronized void goTo(long moment) {
    now = moment;
    turn(List.of());
  }

  @Override
  public synchronized long now() {
    return now;
  }

  @Override
  public synchronized void answer(Effect.Send send, Outcome outcome) {
    sent.remove(send);
    turn(List.of(new Command.RecordOutcome(send.ticket(), outcome)));
  }

  @Override
  public synchronized CompletableFuture<Reply> accept(List<Event> events) {
    List<Arrival> arrivals = new ArrayList<>();
    for (Event event : events) {
      List<Subscription> matched = shard.subscriptions().match(event);
      EventKey key = EventKey.of(now, 0, ++counter, 1);
      arrivals.add(new Arrival(key, event, matched.stream().map(Subscription::id).toList()));
    }
    return tell(request -> new Command.AcceptEvents(request, arrivals));
  }

  @Override
  public synchronized CompletableFuture<Reply> tell(LongFunction<Command> command) {
    long request = ++requests;
    for (Effect effect : turn(List.of(command.apply(request)))) {
      if (effect instanceof Effect.Answer answer && answer.request() == request) {
        return CompletableFuture.completedFuture(answer.reply());
      }
    }
    throw new IllegalStateException("no answer");
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return shard.subscriptions();
  }

  @Override
  public synchronized <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    return reader.apply(store);
  }

  private List<Effect> turn(List<Command> commands) {
    List<Effect> effects = new ArrayList<>();
    Turn turn = shard.turn(commands, now);
    effects.addAll(turn.effects());
    // Long work goes on at the same moment, until nothing is left of it.
    while (turn.wakeAt() <= now && !longWorkWaits) {
      turn = shard.turn(List.of(), now);
      effects.addAll(turn.effects());
    }
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send send) {
        sent.add(send);
      }
    }
    return effects;
  }

  @Override
  public void close() {}
}
