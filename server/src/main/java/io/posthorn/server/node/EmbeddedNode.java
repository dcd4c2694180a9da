package io.posthorn.server.node;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.RefusedException;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.server.Engine;
import io.posthorn.server.metrics.IntakeMeter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The API's engine on one machine: the shard's thread, and its store to read from. */
final class EmbeddedNode implements Engine {
  private final EmbeddedEngine engine;
  private final RocksShardStore store;
  private final IntakeMeter meter;

  EmbeddedNode(EmbeddedEngine engine, RocksShardStore store, IntakeMeter meter) {
    this.engine = engine;
    this.store = store;
    this.meter = meter;
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    try {
      return Refusals.translated(engine.accept(events)).thenApply(this::counted);
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw Refusals.of(e);
    }
  }

  private Reply counted(Reply reply) {
    if (reply instanceof Reply.OverLimit) {
      meter.overWaitingLimit();
    }
    return reply;
  }

  @Override
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    try {
      return Refusals.translated(engine.tell(command));
    } catch (RefusedException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return engine.subscriptions();
  }

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    return store.withSnapshot(reader);
  }

  @Override
  public <T extends @Nullable Object> T look(Function<ShardView, T> reader) {
    return reader.apply(store.directoryView());
  }
}
