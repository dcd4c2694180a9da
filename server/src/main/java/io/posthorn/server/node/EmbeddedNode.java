package io.posthorn.server.node;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Reply;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.SubscriptionIndex;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.RefusedException;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.server.Engine;
import io.posthorn.server.IntakeRefusedException;
import io.posthorn.server.metrics.IntakeMeter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The API's engine on one machine: the shard's thread, and its store to read from. */
final class EmbeddedNode implements Engine {
  /** A full intake is worked off in about a second; a full disk takes a person. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration LATER = Duration.ofSeconds(30);

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
      return translated(engine.accept(events)).thenApply(this::counted);
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw refused(e);
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
      return translated(engine.tell(command));
    } catch (RefusedException e) {
      throw refused(e);
    }
  }

  /** What still waits for its turn when the engine ends is refused as well, only later. */
  private static CompletableFuture<Reply> translated(CompletableFuture<Reply> answer) {
    return answer.exceptionally(
        error -> {
          throw error instanceof RefusedException late
              ? refused(late)
              : new CompletionException(error);
        });
  }

  private static IntakeRefusedException refused(RefusedException e) {
    return switch (e.reason()) {
      case INTAKE_FULL -> new IntakeRefusedException(503, e.reason().sentence(), SOON);
      case VOLUME_FULL -> new IntakeRefusedException(507, e.reason().sentence(), LATER);
      case STOPPED, FAILED -> new IntakeRefusedException(503, e.reason().sentence(), LATER);
    };
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
    return reader.apply(store.readView());
  }
}
