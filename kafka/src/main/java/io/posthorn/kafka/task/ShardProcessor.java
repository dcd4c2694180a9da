package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MonotonicWallClock;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.KafkaShardStore;
import io.posthorn.kafka.store.StorePart;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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
 */
final class ShardProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /** The longest delay before outcomes are recorded and due work starts. */
  static final Duration TICK = Duration.ofMillis(5);

  /** The polling interval of an idle shard. */
  static final Duration REST = Duration.ofMillis(100);

  /** A directory that has not caught up with an event's writer after this time is broken. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final long FORGET_EVERY_MILLIS = 1_000;

  private final TaskContext host;
  private final AtomicReference<@Nullable CompletableFuture<ShardMetrics>> asked =
      new AtomicReference<>();
  private final AtomicLong turns = new AtomicLong();

  /** Replaced at each init: a suspended or revived task is closed and initialized again. */
  private volatile TaskRequests requests;

  private @Nullable Running running;

  /** The parts that need the task's stores. */
  private record Running(
      EffectWriter effects,
      DirectoryChangeCollector directoryChanges,
      Shard shard,
      EventIdStore eventIds,
      IntakeMatcher matcher,
      MonotonicWallClock steady) {}

  private @Nullable ProcessorContext<byte[], byte[]> context;
  private int number;
  private volatile long wakeAt;
  private long forgetAt;

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
    running = null; // the store may have been restored to an earlier state
    wakeAt = 0;
    given.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, at -> tick());
    host.localShards().add(number, this);
  }

  /** Opens the shard at its first record or tick; before that the task's stores are read-only. */
  private Running running() {
    Running present = running;
    if (present == null) {
      present = open();
      running = present;
    }
    return present;
  }

  private Running open() {
    ProcessorContext<byte[], byte[]> given = context;
    if (given == null) {
      throw new IllegalStateException("received a record before init()");
    }
    DirectoryChangeCollector directoryChanges =
        new DirectoryChangeCollector(number, host.assignment());
    KafkaShardStore store =
        new KafkaShardStore(
            given.getStateStore(StorePart.STATE.title()),
            given.getStateStore(StorePart.HISTORY.title()),
            directoryChanges);
    ShardIdentity identity = new ShardIdentity(number, host.installation());
    Rules rules = host.rules();
    long wall = host.time().wallMillis();
    Shard shard = new Shard(store, rules, identity, host.assignment(), wall);
    EventIdStore eventIds =
        new EventIdStore(store, rules.retry().lifetime() + rules.retention().records());
    IntakeMatcher matcher =
        new IntakeMatcher(
            eventIds,
            identity,
            host.assignment(),
            host.directory().subscriptions(),
            rules.operatorSubscription());
    // Starts after the last millisecond of the previous owner, so that event keys stay unique.
    MonotonicWallClock steady =
        new MonotonicWallClock(shard.time() + 1, host.time().monotonicNanos());
    EffectWriter effects = new EffectWriter(given, host, number);
    return new Running(effects, directoryChanges, shard, eventIds, matcher, steady);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Running here = running();
    long now = now(here);
    turn(here, commands(here, record, now), now);
  }

  private List<Command> commands(Running here, Record<byte[], byte[]> record, long now) {
    ProcessorContext<byte[], byte[]> given = context;
    String topic = given == null ? "" : given.recordMetadata().orElseThrow().topic();
    if (!topic.equals(host.names().intake())) {
      return List.of(command(here, record, now));
    }
    awaitDirectory(IntakeBatch.position(record.headers()));
    List<Event> events = IntakeBatch.decode(record.value());
    List<MatchedEvent> unwanted = here.matcher().take(events, now, here.effects()::send);
    return unwanted.isEmpty() ? List.of() : List.of(Command.AcceptEvents.promised(unwanted));
  }

  private Command command(Running here, Record<byte[], byte[]> record, long now) {
    Command command = CommandCodec.decode(record.value());
    Command plain = Broadcast.forOthers(command);
    if (Broadcast.isOn(record.headers())) {
      for (int other = 0; other < host.assignment().shards(); other++) {
        if (other != number) {
          here.effects().send(other, plain);
        }
      }
    }
    if (plain instanceof Command.EraseCustomer erase) {
      here.eventIds().erase(erase.customerId(), now);
    }
    return command;
  }

  /** Read your writes: an event posted after a 201 for a subscription matches it, on any node. */
  private void awaitDirectory(long position) {
    try {
      if (!host.directoryLog().await(position, TIMEOUT)) {
        throw new IllegalStateException(
            "the directory is at offset %d, but the event needs offset %d"
                .formatted(host.directoryLog().position(), position));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the directory", e);
    }
  }

  private void tick() {
    Running here = running();
    requests.resume();
    long now = now(here);
    if (requests.anyOutcome()) {
      List<Command> outcomes = requests.take();
      turn(here, outcomes, now);
      requests.recorded(outcomes.size());
    } else if (now >= wakeAt) {
      turn(here, List.of(), now);
    }
    if (now >= forgetAt) {
      forgetAt = here.eventIds().forget(now) ? now : now + FORGET_EVERY_MILLIS;
    }
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      IntakeMatcher matcher = here.matcher();
      question.complete(
          here.shard().metrics().withEvents(matcher.accepted(), matcher.duplicates()));
    }
  }

  private long now(Running here) {
    return here.steady().at(host.time().wallMillis(), host.time().monotonicNanos());
  }

  private void turn(Running here, List<Command> commands, long now) {
    Turn turn = here.shard().turn(commands, now);
    wakeAt = turn.wakeAt();
    here.directoryChanges().take().forEach(here.effects()::directoryChange);
    for (Effect effect : turn.effects()) {
      release(here, effect);
    }
    turns.incrementAndGet();
  }

  private void release(Running here, Effect effect) {
    switch (effect) {
      case Effect.Send e -> requests.start(e);
      case Effect.SendReply e -> here.effects().reply(e);
      case Effect.Forward e -> here.effects().send(e.shard(), e.command());
      case Effect.Publish e -> here.effects().publish(e.event());
      case Effect.AttemptRecorded e -> {
        here.effects().record(e.message(), AttemptRecord.of(e));
        host.listener().attemptRecorded(e);
      }
      case Effect.MessageEnded e -> {
        here.effects().record(e.message(), AttemptRecord.of(e));
        host.listener().messageEnded(e);
      }
      case Effect.EndpointChanged e -> host.listener().endpointChanged(e);
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
