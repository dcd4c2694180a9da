package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.SteadyTime;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.KafkaShardStore;
import io.posthorn.kafka.store.Part;
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
 * A shard as a task of Kafka Streams: turned by each record of its topics, and by a clock for what
 * came back from the sender and for what is due.
 *
 * <p>Streams may commit after any record, so each is turned to its end before {@link #process}
 * returns. OutstandingRequests leave before the commit: what they came from is read again after a
 * crash, and the attempt repeated. Everything else that leaves is a part of the commit.
 */
final class ShardProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /** How soon outcomes are recorded and what is due is started, at the latest. */
  static final Duration TICK = Duration.ofMillis(5);

  /** How often a shard looks around that waits for nothing. */
  static final Duration REST = Duration.ofMillis(100);

  /** A directory that is not as far as an event's writer knew it, after so long, is broken. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long FORGET_EVERY_MILLIS = 1_000;

  private final TaskContext host;
  private final AtomicReference<@Nullable CompletableFuture<ShardFigures>> asked =
      new AtomicReference<>();
  private final AtomicLong turns = new AtomicLong();

  /** Of this stay: a task that is suspended or revived is closed and begun again. */
  private volatile OutstandingRequests requests;

  private @Nullable Running running;

  /** What there is once the task's stores are. */
  private record Running(
      Outbox outbox,
      DirectoryMirror mirror,
      Shard shard,
      EventHomes homes,
      IntakeMatcher desk,
      SteadyTime steady) {}

  private @Nullable ProcessorContext<byte[], byte[]> context;
  private int number;
  private volatile long wakeAt;
  private long forgetAt;

  ShardProcessor(TaskContext host) {
    this.host = host;
    requests = newRequests();
  }

  private OutstandingRequests newRequests() {
    return new OutstandingRequests(host.sender(), host.contact(), host.localShards());
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    number = given.taskId().partition();
    requests = newRequests();
    running = null; // its store may have been restored to an earlier state
    wakeAt = 0;
    given.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, at -> tick());
    host.localShards().add(number, this);
  }

  /**
   * Opens the shard, at its first record or tick: before that the task's stores cannot be written.
   */
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
      throw new IllegalStateException("a record before the task's start");
    }
    DirectoryMirror mirror = new DirectoryMirror(number, host.assignment());
    KafkaShardStore store =
        new KafkaShardStore(
            given.getStateStore(Part.STATE.title()),
            given.getStateStore(Part.HISTORY.title()),
            mirror);
    ShardIdentity identity = new ShardIdentity(number, host.installation());
    Rules rules = host.rules();
    long wall = host.time().wallMillis();
    Shard shard = new Shard(store, rules, identity, host.assignment(), wall);
    EventHomes homes =
        new EventHomes(store, rules.retry().lifetime() + rules.retention().records());
    IntakeMatcher desk =
        new IntakeMatcher(
            homes,
            identity,
            host.assignment(),
            host.directory().subscriptions(),
            rules.operatorSubscription());
    // Behind the last millisecond of the owner before, so that event keys never come twice.
    SteadyTime steady = new SteadyTime(shard.time() + 1, host.time().monotonicNanos());
    Outbox outbox = new Outbox(given, host, number);
    return new Running(outbox, mirror, shard, homes, desk, steady);
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
    List<Arrival> unwanted = here.desk().take(events, now, here.outbox()::tell);
    return unwanted.isEmpty() ? List.of() : List.of(Command.AcceptEvents.promised(unwanted));
  }

  private Command command(Running here, Record<byte[], byte[]> record, long now) {
    Command command = CommandCodec.decode(record.value());
    Command plain = Broadcast.forOthers(command);
    if (Broadcast.isOn(record.headers())) {
      for (int other = 0; other < host.assignment().shards(); other++) {
        if (other != number) {
          here.outbox().tell(other, plain);
        }
      }
    }
    if (plain instanceof Command.EraseCustomer erase) {
      here.homes().erase(erase.customerId(), now);
    }
    return command;
  }

  /** Who got 201 for a subscription and then posts is matched, whichever node they asked. */
  private void awaitDirectory(long position) {
    try {
      if (!host.directoryLog().await(position, PATIENCE)) {
        throw new IllegalStateException(
            "the directory is known up to %d, and an event was posted at %d"
                .formatted(host.directoryLog().position(), position));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the directory was read", e);
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
      forgetAt = here.homes().forget(now) ? now : now + FORGET_EVERY_MILLIS;
    }
    CompletableFuture<ShardFigures> question = asked.getAndSet(null);
    if (question != null) {
      IntakeMatcher desk = here.desk();
      question.complete(here.shard().figures().withEvents(desk.accepted(), desk.duplicates()));
    }
  }

  private long now(Running here) {
    return here.steady().at(host.time().wallMillis(), host.time().monotonicNanos());
  }

  private void turn(Running here, List<Command> commands, long now) {
    Turn turn = here.shard().turn(commands, now);
    wakeAt = turn.wakeAt();
    here.mirror().take().forEach(here.outbox()::mirror);
    for (Effect effect : turn.effects()) {
      release(here, effect);
    }
    turns.incrementAndGet();
  }

  private void release(Running here, Effect effect) {
    switch (effect) {
      case Effect.Send e -> requests.start(e);
      case Effect.Answer e -> here.outbox().answer(e);
      case Effect.Forward e -> here.outbox().tell(e.shard(), e.command());
      case Effect.Publish e -> here.outbox().publish(e.event());
      case Effect.AttemptRecorded e -> {
        here.outbox().record(e.message(), AttemptRecord.of(e));
        host.listener().attemptRecorded(e);
      }
      case Effect.MessageEnded e -> {
        here.outbox().record(e.message(), AttemptRecord.of(e));
        host.listener().messageEnded(e);
      }
      case Effect.EndpointChanged e -> host.listener().endpointChanged(e);
    }
  }

  /** How the shard stands, told between two turns; cancelled where it leaves before. */
  CompletableFuture<ShardFigures> figures() {
    CompletableFuture<ShardFigures> mine = new CompletableFuture<>();
    CompletableFuture<ShardFigures> others = asked.compareAndExchange(null, mine);
    return others == null ? mine : others;
  }

  int inFlight() {
    return requests.inFlight();
  }

  /** How long it may wait for records: for outcomes it looks often, else until it wants to wake. */
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
    CompletableFuture<ShardFigures> question = asked.getAndSet(null);
    if (question != null) {
      question.cancel(false);
    }
  }
}
