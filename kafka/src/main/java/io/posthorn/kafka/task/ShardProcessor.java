package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.kafka.store.KafkaShardStore;
import io.posthorn.kafka.store.StorePart;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka Streams processor that runs one shard. Each record of its topic, or group of records, is
 * a turn; a timer makes turns for outcomes of the sender and for due work.
 *
 * <p>Streams may commit after any record, so {@link #process} returns only when the turn is
 * complete. Requests leave before the commit: after a crash their input is read again and the
 * attempt is repeated. All other output is part of the commit.
 *
 * <p>A record that cannot be decoded is parked. If a turn fails, its records are tried once more,
 * each event alone. If one fails again and the shard runs without it, the record is at fault and is
 * parked. Otherwise, or if the record moves a message or subscription and cannot be left out, this
 * shard alone pauses and holds its records. Errors of Kafka itself are not handled here: Streams
 * does that for the whole thread.
 */
final class ShardProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = System.getLogger(ShardProcessor.class.getName());

  /** The longest delay before outcomes are recorded and due work starts. */
  static final Duration TICK = Duration.ofMillis(5);

  /** The polling interval of an idle shard. */
  static final Duration REST = Duration.ofMillis(100);

  /** The interval of reports about waiting messages; heartbeats are as far apart. */
  private static final Duration REPORT = Duration.ofMillis(500);

  /** Upper bound of held records that a tick processes, so that other shards get their turn. */
  private static final int HELD_PER_TICK = 100;

  private final TaskContext host;
  private final AtomicReference<@Nullable CompletableFuture<ShardMetrics>> asked =
      new AtomicReference<>();
  private final AtomicLong turnsMade = new AtomicLong();

  private @Nullable ProcessorContext<byte[], byte[]> context;
  private volatile @Nullable Thread thread;
  private int number;
  private long reportedAt = Long.MIN_VALUE / 2;
  private volatile SortedMap<String, Long> waiting = Collections.emptySortedMap();

  /** Replaced after each init: a suspended or revived task is closed and initialized again. */
  private volatile @Nullable Parts parts;

  /** The parts that need the task's stores. */
  private record Parts(ShardTurns turns, ShardPause pause, ParkedWriter parked) {}

  ShardProcessor(TaskContext host) {
    this.host = host;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    thread = Thread.currentThread();
    number = given.taskId().partition();
    parts = null; // the store may have been restored to an earlier state
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
      ParkedWriter parked = new ParkedWriter(given, Sinks.PARKED, number);
      ShardPause pause = new ShardPause(number, store, parked);
      Runnable completed =
          () -> {
            turnsMade.incrementAndGet();
            pause.turnMade();
          };
      present =
          new Parts(new ShardTurns(host, given, number, store, changes, completed), pause, parked);
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

  @Override
  public void process(Record<byte[], byte[]> record) {
    PauseControl control = PauseControl.of(record.headers());
    if (control != null) {
      control(control);
      return;
    }
    List<ShardInput> inputs = ShardInput.of(record, initialized().recordMetadata().orElseThrow());
    if (parts().pause().holds()) {
      inputs.forEach(parts().pause()::hold);
      return;
    }
    List<ShardInput.Decoded> decoded = new ArrayList<>(inputs.size());
    for (ShardInput input : inputs) {
      Command command = read(input);
      if (command != null) {
        decoded.add(new ShardInput.Decoded(input, command));
      }
    }
    if (!decoded.isEmpty()) {
      parts().turns().take(decoded, error -> isolate(decoded));
    }
  }

  /** Decodes a record, or parks it and returns null: the shard has no part in this failure. */
  private @Nullable Command read(ShardInput input) {
    try {
      return input.command();
    } catch (RuntimeException | StackOverflowError e) {
      park(input, e);
      return null;
    }
  }

  /** Finds out whether one of the records, one of its events, or the shard is at fault. */
  private void isolate(List<ShardInput.Decoded> records) {
    parts().turns().deferRequests();
    for (ShardInput.Decoded record : records) {
      for (ShardInput part : record.input().parts()) {
        if (parts().pause().paused() || !takeOne(part)) {
          parts().pause().hold(part);
        }
      }
    }
    parts().turns().startDeferred();
  }

  /** Processes or parks a record; returns false if the shard has paused instead. */
  private boolean takeOne(ShardInput input) {
    Command command = read(input);
    if (command != null) {
      parts()
          .turns()
          .take(List.of(new ShardInput.Decoded(input, command)), error -> blame(input, error));
    }
    return !parts().pause().paused();
  }

  /** If the shard fails without the record too, no record is at fault and the shard pauses. */
  private void blame(ShardInput input, Throwable error) {
    if (!parts().turns().takeNothing(this::pause)) {
      return;
    }
    if (input.isTransfer()) {
      parts().turns().discard();
      pause(error, true);
    } else {
      park(input, error);
    }
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

  private void pause(Throwable error, boolean blamed) {
    parts().turns().wake(false);
    parts().pause().begin(error, blamed);
  }

  /** The next tick runs the shard again; if it still fails it pauses again. */
  private void control(PauseControl control) {
    if (parts().pause().end(control)) {
      parts().turns().wake(true);
    }
  }

  private void tick() {
    ShardPause pause = parts().pause();
    if (!pause.paused()) {
      parts().turns().returnRequests();
      runHeld();
    }
    if (!pause.paused()) {
      parts().turns().runDue(this::pause);
    }
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      question.complete(parts().turns().metrics());
    }
    reportWaiting();
  }

  private void reportWaiting() {
    long now = host.time().monotonicNanos();
    if (host.reportedWaiting() != Long.MAX_VALUE && now - reportedAt >= REPORT.toNanos()) {
      reportedAt = now;
      waiting = parts().turns().waitingAtLeast(host.reportedWaiting());
    }
  }

  /** The waiting messages of customers that have many, as of its last report. */
  SortedMap<String, Long> waiting() {
    return waiting;
  }

  /** Processes records that were held while the shard was paused. */
  private void runHeld() {
    ShardPause pause = parts().pause();
    parts().turns().deferRequests();
    ShardInput next = pause.first();
    for (int i = 0; i < HELD_PER_TICK && next != null; i++) {
      if (!takeOne(next)) {
        break;
      }
      pause.removeFirst();
      next = pause.first();
    }
    parts().turns().startDeferred();
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
    Parts present = parts;
    return present == null ? 0 : present.turns().inFlight();
  }

  /** Returns whether the current thread runs this shard. */
  boolean isMine() {
    return Thread.currentThread().equals(thread);
  }

  /** Starts no more requests, because the shard leaves this node. */
  void leave() {
    Parts present = parts;
    if (present != null) {
      present.turns().startNone();
    }
  }

  /** Makes the turns that are due while the thread that runs this shard is in a rebalance. */
  void runTimer() {
    TaskTimer.of(initialized()).run();
  }

  /** The records that wait behind a pause, in the shard's own store. */
  long held() {
    Parts present = parts;
    return present == null ? 0 : present.pause().count();
  }

  /** Returns whether the shard failed and makes no turns. */
  boolean paused() {
    Parts present = parts;
    return present != null && present.pause().paused();
  }

  /**
   * The longest time to wait for records: short while requests are in flight or wait for capacity,
   * else until the next due work.
   */
  long restMillis() {
    Parts present = parts;
    return present == null || present.turns().waits()
        ? TICK.toMillis()
        : Math.clamp(
            present.turns().wakeAt() - host.time().wallMillis(), TICK.toMillis(), REST.toMillis());
  }

  long turns() {
    return turnsMade.get();
  }

  @Override
  public void close() {
    host.localShards().remove(number, this);
    Parts present = parts;
    if (present != null) {
      host.localShards().unrecorded(present.turns().inFlight());
      present.turns().close();
    }
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      question.cancel(false);
    }
  }
}
