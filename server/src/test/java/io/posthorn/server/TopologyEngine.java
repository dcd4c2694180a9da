package io.posthorn.server;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.DrivenNode;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The engine on Kafka without brokers: the real topology, desks and reading room of a node. */
final class TopologyEngine extends StagedEngine {
  /** So that events, commands and news go from one to another. */
  private static final int SHARDS = 2;

  private final IdentityHashMap<Effect.Send, Consumer<Outcome>> waiting = new IdentityHashMap<>();
  private final DrivenNode node;
  private final long history;

  TopologyEngine(Rules rules, long now) {
    history = rules.retention().records();
    node =
        new DrivenNode(
            SHARDS,
            rules,
            (send, outcome) -> {
              waiting.put(send, outcome);
              sent.add(send);
            },
            now,
            () -> longWorkWaits);
  }

  @Override
  public void goTo(long moment) {
    node.goTo(moment);
  }

  @Override
  public long now() {
    return node.now();
  }

  @Override
  public void answer(Effect.Send send, Outcome outcome) {
    sent.remove(send);
    Objects.requireNonNull(waiting.remove(send)).accept(outcome);
    node.record();
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    return node.accept(events);
  }

  @Override
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    return node.tell(command);
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return node.subscriptions();
  }

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    return node.read(reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    return node.readEach(reader);
  }

  @Override
  public long historyFrom() {
    return now() - history;
  }

  @Override
  public boolean alone() {
    return false;
  }

  @Override
  public void close() {
    node.close();
  }
}
