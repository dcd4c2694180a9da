package io.posthorn.server.node;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Reply;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.SubscriptionIndex;
import io.posthorn.embedded.RefusedException;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.kafka.read.Reading;
import io.posthorn.server.Engine;
import io.posthorn.server.IntakeRefusedException;
import io.posthorn.server.Unreached;
import io.posthorn.server.metrics.IntakeMeter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  /** What a reader came to: with nodes missing a failure says nothing. */
  private record Outcome<T extends @Nullable Object>(T value, @Nullable RuntimeException failure) {}

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    Outcome<@Nullable T> outcome = read(unreached, view -> attempt(view, reader));
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    return settled(outcome);
  }

  @Override
  public <T extends @Nullable Object> T read(Unreached unreached, Function<ShardView, T> reader) {
    return noted(unreached, engine().read(reader));
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    Unreached unreached = new Unreached();
    List<Outcome<@Nullable T>> outcomes = readEach(unreached, view -> attempt(view, reader));
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    return settledAll(outcomes);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Unreached unreached, Function<ShardView, T> reader) {
    return noted(unreached, engine().readEach(reader));
  }

  private static <T extends @Nullable Object> List<T> settledAll(
      List<Outcome<@Nullable T>> outcomes) {
    List<T> values = new ArrayList<>(outcomes.size());
    for (Outcome<@Nullable T> outcome : outcomes) {
      values.add(KafkaNode.<T>settled(outcome));
    }
    return values;
  }

  private static <T extends @Nullable Object> Outcome<@Nullable T> attempt(
      ShardView view, Function<ShardView, T> reader) {
    try {
      return new Outcome<>(reader.apply(view), null);
    } catch (RuntimeException e) {
      return new Outcome<>(null, e);
    }
  }

  @SuppressWarnings("NullAway") // there is a value where there is no failure, null if T may be that
  private static <T extends @Nullable Object> T settled(Outcome<@Nullable T> outcome) {
    if (outcome.failure() != null) {
      throw outcome.failure();
    }
    return outcome.value();
  }

  private static <T extends @Nullable Object> T noted(Unreached unreached, Reading<T> reading) {
    reading.missing().forEach(unreached::add);
    return reading.value();
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
