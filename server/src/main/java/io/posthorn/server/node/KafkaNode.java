package io.posthorn.server.node;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.RefusedException;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.server.Engine;
import io.posthorn.server.IntakeRefusedException;
import io.posthorn.server.Unreached;
import io.posthorn.server.metrics.IntakeMeter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The API's engine on one node of many. Until that runs, callers are told to come again. */
final class KafkaNode implements Engine {
  private static final Duration SOON = Duration.ofSeconds(2);

  private final IntakeMeter meter;
  private final Duration history;
  private final InstantSource clock;
  private volatile @Nullable KafkaEngine running;

  /**
   * A node that does not run yet.
   *
   * @param history how long what has ended is kept
   */
  KafkaNode(IntakeMeter meter, Duration history, InstantSource clock) {
    this.meter = meter;
    this.history = history;
    this.clock = clock;
  }

  void runs(KafkaEngine engine) {
    running = engine;
  }

  /** The engine, where it runs. */
  @Nullable KafkaEngine running() {
    return running;
  }

  KafkaEngine engine() {
    KafkaEngine engine = running;
    if (engine == null) {
      throw new IntakeRefusedException(503, "The node is starting: try again.", SOON);
    }
    return engine;
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    try {
      return Refusals.translated(engine().accept(events));
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw Refusals.of(e);
    }
  }

  @Override
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    try {
      return Refusals.translated(engine().tell(command));
    } catch (RefusedException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return engine().subscriptions();
  }

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> value = read(unreached, view -> attempt(view, reader, failure));
    check(unreached, failure);
    return value.getFirst();
  }

  @Override
  public <T extends @Nullable Object> T read(Unreached unreached, Function<ShardView, T> reader) {
    return engine().read(unreached::add, reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> values = new ArrayList<>();
    readEach(unreached, view -> attempt(view, reader, failure)).forEach(values::addAll);
    check(unreached, failure);
    return values;
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Unreached unreached, Function<ShardView, T> reader) {
    return engine().readEach(unreached::add, reader);
  }

  /** The value alone; nothing where the reader failed, which is noted. */
  private static <T extends @Nullable Object> List<T> attempt(
      ShardView view,
      Function<ShardView, T> reader,
      AtomicReference<@Nullable RuntimeException> failure) {
    try {
      return Collections.singletonList(reader.apply(view));
    } catch (RuntimeException e) {
      failure.set(e);
      return List.of();
    }
  }

  /** With nodes missing the failure of a reader says nothing: what it missed may be there. */
  private static void check(
      Unreached unreached, AtomicReference<@Nullable RuntimeException> failure) {
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  @Override
  public long historyFrom() {
    return clock.millis() - history.toMillis();
  }

  @Override
  public boolean alone() {
    return false;
  }
}
