package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.BufferedShardStore;
import io.posthorn.kafka.store.KafkaShardStore;
import io.posthorn.kafka.store.StorePart;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka Streams processor that runs one shard. Each record of its topics is a turn; a timer makes
 * turns for outcomes of the sender and for due work.
 *
 * <p>Streams may commit after any record, so {@link #process} returns only when the turn is
 * complete. Requests leave before the commit: after a crash their input is read again and the
 * attempt is repeated. All other output is part of the commit.
 *
 * <p>A record that cannot be decoded is parked. A turn that fails leaves nothing behind, and the
 * shard is opened again, as after a crash. If the record fails again and the shard runs without it,
 * the record is at fault and is parked. Otherwise, or if the record moves a message or subscription
 * and cannot be left out, this shard alone pauses and holds its records. Errors of Kafka itself are
 * not handled here: Streams does that for the whole thread.
 */
final class ShardProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = System.getLogger(ShardProcessor.class.getName());

  /** The longest delay before outcomes are recorded and due work starts. */
  static final Duration TICK = Duration.ofMillis(5);

  /** The polling interval of an idle shard. */
  static final Duration REST = Duration.ofMillis(100);

  /** A directory that has not caught up with an event's writer after this time is broken. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final long FORGET_EVERY_MILLIS = 1_000;

  /** Upper bound of held records that a tick processes, so that other shards get their turn. */
  private static final int HELD_PER_TICK = 100;

  private final TaskContext host;
  private final AtomicReference<@Nullable CompletableFuture<ShardMetrics>> asked =
      new AtomicReference<>();
  private final AtomicLong turns = new AtomicLong();

  /** Replaced at each init: a suspended or revived task is closed and initialized again. */
  private volatile TaskRequests requests;

  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable Parts parts;
  private @Nullable OpenShard open;
  private int number;
  private volatile boolean paused;
  private volatile long wakeAt;
  private long forgetAt;

  /**
   * Requests of turns that were made to find a fault. They start when it is found: until then each
   * failed turn would repeat them.
   */
  private final List<Effect.Send> deferred = new ArrayList<>();

  private boolean deferring;

  /** The parts that need the task's stores and outlive a failed turn. */
  private record Parts(
      BufferedShardStore store,
      DirectoryChangeCollector directoryChanges,
      EffectWriter effects,
      HeldRecords held,
      ParkedWriter parked) {}

  ShardProcessor(TaskContext host) {
    this.host = host;
    requests = newRequests();
  }

  private TaskRequests newRequests() {
    return new TaskRequests(host.sender(), host.contact(), host.localShards());
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    number = given.taskId().partition();
    requests = newRequests();
    parts = null; // the store may have been restored to an earlier state
    open = null;
    deferred.clear();
    deferring = false;
    paused = false;
    wakeAt = 0;
    given.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, at -> tick());
    host.localShards().add(number, this);
  }

  /** Created at the first record or tick; before that the task's stores are read-only. */
  private Parts parts() {
    Parts present = parts;
    if (present == null) {
      ProcessorContext<byte[], byte[]> given = initialized();
      DirectoryChangeCollector changes = new DirectoryChangeCollector(number, host.assignment());
      KafkaShardStore store =
          new KafkaShardStore(
              given.getStateStore(StorePart.STATE.title()),
              given.getStateStore(StorePart.HISTORY.title()),
              changes);
      present =
          new Parts(
              new BufferedShardStore(store),
              changes,
              new EffectWriter(given, host, number),
              new HeldRecords(store),
              new ParkedWriter(given, number));
      parts = present;
    }
    return present;
  }

  private ProcessorContext<byte[], byte[]> initialized() {
    ProcessorContext<byte[], byte[]> given = context;
    if (given == null) {
      throw new IllegalStateException("received a record before init()");
    }
    return given;
  }

  private OpenShard open() {
    OpenShard present = open;
    if (present == null) {
      Parts with = parts();
      present = new OpenShard(host, number, with.store(), with.directoryChanges(), with.effects());
      open = present;
    }
    return present;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    PauseControl control = PauseControl.of(record.headers());
    if (control != null) {
      control(control);
      return;
    }
    ShardInput input =
        ShardInput.of(record, initialized().recordMetadata().orElseThrow(), host.names().intake());
    if (paused || !parts().held().isEmpty()) {
      parts().held().add(input);
      return;
    }
    ShardInput.Contents contents = read(input);
    if (contents == null) {
      return;
    }
    awaitDirectory(input);
    Turn turn = attempt(() -> open().take(input, contents), error -> isolate(input));
    if (turn != null) {
      complete(turn);
    }
  }

  /** Decodes a record, or parks it and returns null: the shard has no part in this failure. */
  private ShardInput.@Nullable Contents read(ShardInput input) {
    try {
      return input.contents();
    } catch (RuntimeException | StackOverflowError e) {
      park(input, e);
      return null;
    }
  }

  /** Handles a failed turn. */
  private interface OnFailure {
    void failed(Throwable error);
  }

  /**
   * Makes a turn; null if it failed or made none. Nothing of a failed turn is left, nor the open
   * shard.
   */
  private @Nullable Turn attempt(Supplier<@Nullable Turn> turn, OnFailure then) {
    try {
      return turn.get();
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      discard();
      then.failed(e);
      return null;
    }
  }

  private void discard() {
    open = null;
    deferred.clear();
    parts().store().discard();
    parts().directoryChanges().take();
    parts().effects().discard();
    requests.close();
    requests = newRequests();
    wakeAt = 0;
  }

  /** Finds out whether the record, one of its events, or the shard is at fault. */
  private void isolate(ShardInput input) {
    deferring = true;
    for (ShardInput part : input.parts()) {
      if (paused || !takeOne(part)) {
        parts().held().add(part);
      }
    }
    startDeferred();
  }

  /** Processes or parks a record; returns false if the shard has paused instead. */
  private boolean takeOne(ShardInput input) {
    ShardInput.Contents contents = read(input);
    if (contents == null) {
      return true;
    }
    Turn turn = attempt(() -> open().take(input, contents), error -> blame(input, error));
    if (turn != null) {
      complete(turn);
    }
    return !paused;
  }

  private void blame(ShardInput input, Throwable error) {
    runWithoutRecord();
    if (paused) {
      return;
    }
    if (input.isTransfer()) {
      discard();
      pause(error, true);
    } else {
      park(input, error);
    }
  }

  /** Makes a turn without a record. If it fails, no record is at fault and the shard pauses. */
  private void runWithoutRecord() {
    Turn turn = attempt(() -> open().turn(List.of(), open().now()), this::pause);
    if (turn != null) {
      complete(turn);
    }
  }

  private void startDeferred() {
    deferring = false;
    deferred.forEach(requests::start);
    deferred.clear();
  }

  private void park(ShardInput input, Throwable error) {
    LOG.log(
        Level.ERROR,
        "Shard %d cannot process %s (%s); it is parked, see posthorn parked"
            .formatted(number, input.describe(), input.source()),
        error);
    parts().parked().park(input, ParkedWriter.reason(error));
  }

  private void pause(Throwable error) {
    pause(error, false);
  }

  /**
   * Pauses the shard.
   *
   * @param blamed whether the shard runs without the first held record
   */
  private void pause(Throwable error, boolean blamed) {
    paused = true;
    wakeAt = Long.MAX_VALUE;
    LOG.log(
        Level.ERROR, "Shard %d fails and is paused, see posthorn parked".formatted(number), error);
    parts().held().pauseReported(blamed);
    parts().parked().paused(ParkedWriter.reason(error));
  }

  /**
   * The next tick runs the shard again; if it still fails it pauses again. A shard that has just
   * started has a pause that is reported, but does not know yet whether it still fails.
   */
  private void control(PauseControl control) {
    HeldRecords held = parts().held();
    if (!paused && !held.reported()) {
      return;
    }
    if (control == PauseControl.DROP) {
      dropFirst(held);
    }
    paused = false;
    wakeAt = 0;
  }

  private void dropFirst(HeldRecords held) {
    ShardInput first = held.blamed() ? held.first() : null;
    if (first == null) {
      LOG.log(
          Level.WARNING,
          "Nothing was dropped: no record paused shard %d, which is retried".formatted(number));
      return;
    }
    parts().parked().park(first, "Dropped by an operator from a paused shard.");
    held.removeFirst();
    held.pauseReported(false);
  }

  /** Read your writes: an event posted after a 201 for a subscription matches it, on any node. */
  private void awaitDirectory(ShardInput input) {
    long position = input.directoryPosition();
    try {
      if (!host.directoryLog().await(position, TIMEOUT)) {
        throw new KafkaException(
            "the directory is at offset %d, but the event needs offset %d"
                .formatted(host.directoryLog().position(), position));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while waiting for the directory", e);
    }
  }

  private void tick() {
    if (!paused) {
      requests.resume();
      runHeld();
    }
    if (!paused) {
      runDue();
    }
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      OpenShard here = open;
      question.complete(here == null ? ShardMetrics.NONE : here.metrics());
    }
  }

  /** Processes records that were held while the shard was paused. */
  private void runHeld() {
    deferring = true;
    ShardInput next = parts().held().first();
    for (int i = 0; i < HELD_PER_TICK && next != null; i++) {
      awaitDirectory(next);
      if (!takeOne(next)) {
        break;
      }
      parts().held().removeFirst();
      next = parts().held().first();
    }
    startDeferred();
  }

  /** Records outcomes and starts due work. An outcome that fails would fail again if repeated. */
  private void runDue() {
    List<Command> outcomes = requests.anyOutcome() ? requests.take() : List.of();
    Turn turn = attempt(() -> due(outcomes), this::pause);
    if (paused) {
      return;
    }
    if (turn == null) {
      open().apply();
    } else {
      complete(turn);
    }
    requests.recorded(outcomes.size());
  }

  /** Returns null if nothing is due. */
  private @Nullable Turn due(List<Command> outcomes) {
    OpenShard here = open();
    long now = here.now();
    Turn turn = outcomes.isEmpty() && now < wakeAt ? null : here.turn(outcomes, now);
    if (now >= forgetAt) {
      forgetAt = here.forgetIds(now) ? now : now + FORGET_EVERY_MILLIS;
    }
    return turn;
  }

  private void complete(Turn turn) {
    wakeAt = turn.wakeAt();
    open().apply();
    for (Effect effect : turn.effects()) {
      release(effect);
    }
    turns.incrementAndGet();
    if (parts().held().takeReport()) {
      parts().parked().resumed();
    }
  }

  /** Releases effects that are not part of the transaction. */
  private void release(Effect effect) {
    switch (effect) {
      case Effect.Send e when deferring -> deferred.add(e);
      case Effect.Send e -> requests.start(e);
      case Effect.AttemptRecorded e -> host.listener().attemptRecorded(e);
      case Effect.MessageEnded e -> host.listener().messageEnded(e);
      case Effect.EndpointChanged e -> host.listener().endpointChanged(e);
      case Effect.SendReply _, Effect.Forward _, Effect.Publish _ -> {
        // Part of the transaction.
      }
    }
  }

  /**
   * The shard's metrics, taken between two turns; cancelled if the shard leaves this node first.
   */
  CompletableFuture<ShardMetrics> metrics() {
    CompletableFuture<ShardMetrics> mine = new CompletableFuture<>();
    CompletableFuture<ShardMetrics> others = asked.compareAndExchange(null, mine);
    return others == null ? mine : others;
  }

  int inFlight() {
    return requests.inFlight();
  }

  /** Returns whether the shard failed and makes no turns. */
  boolean paused() {
    return paused;
  }

  /**
   * The longest time to wait for records: short while requests are in flight, else until the next
   * due work.
   */
  long restMillis() {
    return requests.inFlight() > 0
        ? TICK.toMillis()
        : Math.clamp(wakeAt - host.time().wallMillis(), TICK.toMillis(), REST.toMillis());
  }

  long turns() {
    return turns.get();
  }

  @Override
  public void close() {
    host.localShards().remove(number, this);
    requests.close();
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      question.cancel(false);
    }
  }
}
