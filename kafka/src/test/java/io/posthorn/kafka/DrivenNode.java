package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.EngineMetric;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.InFlightMessages;
import io.posthorn.engine.ManualEngine;
import io.posthorn.engine.read.EngineReads;
import io.posthorn.engine.read.ShardReads;
import io.posthorn.kafka.command.CommandClient;
import io.posthorn.kafka.command.EventProducer;
import io.posthorn.kafka.command.HeldRecordCounts;
import io.posthorn.kafka.command.ShardBacklog;
import io.posthorn.kafka.command.WaitingMessageCounts;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardMap;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.kafka.task.DrivenTopology;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A test node without brokers, in virtual time, with the real topology, clients and reads. Its
 * shards run here, or each on another node that can become unreachable.
 */
public final class DrivenNode extends ManualEngine {
  /** The shards on unreachable nodes. */
  public final TreeSet<Integer> lost = new TreeSet<>();

  /** The shards that have a copy on another node. */
  public final TreeSet<Integer> copied = new TreeSet<>();

  /** The number of requests to other nodes. */
  public final AtomicInteger questions = new AtomicInteger();

  /** The shards that keep long work pending, so that a test can observe its progress. */
  public final TreeSet<Integer> leavingLongWork = new TreeSet<>();

  private final IdentityHashMap<Effect.Send, Consumer<Outcome>> waiting = new IdentityHashMap<>();
  private final InFlightMessages inFlight;
  private final ShardAssignment assignment;
  private final DrivenTopology topology;
  private final EventProducer events;
  private final CommandClient commands;
  private final EngineReads reads;
  private final ExpiringMarks marks = new ExpiringMarks.InMemory();

  private DrivenNode(int shards, Rules rules, long now, boolean far) {
    assignment = new ShardAssignment(shards);
    inFlight = new InFlightMessages(sender());
    Rules ofShard = NodeBuilder.withoutWaitingLimit(rules);
    topology = new DrivenTopology(null, assignment, ofShard, inFlight, 1, now);
    topology.tick();
    Pipe producer = new Pipe();
    events =
        new EventProducer(
            producer,
            DrivenTopology.NAMES.shards(),
            topology.router(),
            new ShardBacklog(shards, Long.MAX_VALUE, Long.MAX_VALUE, new HeldRecordCounts(() -> 0)),
            new WaitingMessageCounts(DeliveryLimits.UNLIMITED, shards, topology::monotonicNanos),
            NodeSettings.INTAKE_EVENTS,
            NodeSettings.INTAKE_BYTES);
    commands =
        new CommandClient(
            producer,
            DrivenTopology.NAMES.shards(),
            assignment,
            topology.directory(),
            DrivenTopology.NAMES.directory(),
            topology,
            NodeSettings.COMMAND_TIMEOUT,
            Runnable::run,
            topology::wallMillis,
            0);
    ShardLocations locations = new ShardLocations(far);
    ClusterReads all =
        new ClusterReads(
            assignment,
            topology.directory(),
            locations,
            locations,
            () -> now() - rules.retention().records(),
            Duration.ZERO);
    reads = new EngineReads(new LockedReads(all), rules, topology::wallMillis);
    goTo(now);
  }

  /** A node that runs all shards, with empty stores in memory. */
  public static DrivenNode alone(int shards, Rules rules, long now) {
    return new DrivenNode(shards, rules, now, false);
  }

  /** A node that runs no shard: each runs on another node. */
  public static DrivenNode amongOthers(int shards, Rules rules, long now) {
    return new DrivenNode(shards, rules, now, true);
  }

  /** The address of the node that runs a shard. */
  public static String address(int shard) {
    return "node-" + shard + ":8080";
  }

  public ShardAssignment assignment() {
    return assignment;
  }

  private Sender sender() {
    return new Sender() {
      @Override
      public void send(Effect.Send send, Consumer<Outcome> outcome) {
        waiting.put(send, outcome);
        sent.add(send);
      }

      @Override
      public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
        result.accept(
            new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, "no token server")));
      }
    };
  }

  @Override
  public synchronized long now() {
    return topology.wallMillis();
  }

  @Override
  public synchronized void goTo(long at) {
    topology.pass(Duration.ofMillis(at - now()));
    work();
  }

  @Override
  public synchronized void respond(Effect.Send send, Outcome outcome) {
    sent.remove(send);
    Objects.requireNonNull(waiting.remove(send)).accept(outcome);
    work();
  }

  @Override
  public synchronized CompletableFuture<Reply> acceptNow(List<Event> given) {
    return events.accept(given);
  }

  @Override
  public synchronized CompletableFuture<Reply> executeNow(LongFunction<Command> command) {
    return commands.execute(command);
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return topology.directory().subscriptions();
  }

  @Override
  public EngineReads reads() {
    return reads;
  }

  @Override
  public boolean isInFlight(MessageId message) {
    return inFlight.contains(message);
  }

  @Override
  public ExpiringMarks marks() {
    return marks;
  }

  @Override
  public String backupAdvice() {
    return KafkaEngine.BACKUP_ADVICE;
  }

  @Override
  public List<EngineMetric> metrics() {
    return List.of();
  }

  @Override
  public CompletableFuture<ShardMetrics> shardMetrics() {
    return CompletableFuture.completedFuture(ShardMetrics.NONE);
  }

  @Override
  public boolean runsEveryShard() {
    return false;
  }

  /** Runs due work and, unless it stays pending, all remaining work. */
  private void work() {
    List<Integer> busy =
        IntStream.range(0, assignment.shards())
            .filter(shard -> !leavingLongWork.contains(shard))
            .boxed()
            .toList();
    long before;
    do {
      before = topology.localShards().turns();
      topology.tick(busy);
    } while (topology.localShards().turns() != before && !longWorkWaits);
    passRepliesOn();
  }

  private void passRepliesOn() {
    for (TestRecord<byte[], byte[]> reply : topology.written(DrivenTopology.NAMES.replies())) {
      commands.replied(
          new ConsumerRecord<>(DrivenTopology.NAMES.replies(), 0, 0, reply.key(), reply.value()));
    }
  }

  @Override
  public synchronized void close() {
    commands.close();
    topology.close();
  }

  /** A producer that acknowledges at once and hands each record to the topology. */
  private final class Pipe extends MockProducer<byte[], byte[]> {
    Pipe() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      TestRecord<byte[], byte[]> written =
          new TestRecord<>(record.key(), record.value(), record.headers());
      if (record.topic().equals(DrivenTopology.NAMES.directory())) {
        topology.learn(written);
      } else {
        topology.pipe(record.topic(), record.partition(), written);
      }
      if (longWorkWaits) {
        passRepliesOn();
      } else {
        work();
      }
      clear(); // the mock keeps every record
      return super.send(record, callback);
    }
  }

  /** Reads under the lock that writers hold. */
  private final class LockedReads implements ShardReads {
    private final ClusterReads all;

    LockedReads(ClusterReads all) {
      this.all = all;
    }

    @Override
    public <T extends @Nullable Object> T readMerged(
        Consumer<String> missed, Function<ShardView, T> reader) {
      synchronized (DrivenNode.this) {
        return all.readMerged(missed, reader);
      }
    }

    @Override
    public <T extends @Nullable Object> List<T> readEach(
        Consumer<String> missed, Function<ShardView, T> reader) {
      synchronized (DrivenNode.this) {
        return all.readEach(missed, reader);
      }
    }

    @Override
    public <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader) {
      return all.readDirectory(reader);
    }

    @Override
    public SubscriptionIndex subscriptions() {
      return all.subscriptions();
    }

    @Override
    public boolean isSingle() {
      return all.isSingle();
    }

    @Override
    public long historyFrom() {
      return all.historyFrom();
    }
  }

  /** The locations of the shards. */
  private final class ShardLocations implements ShardMap, Peers {
    private final boolean far;

    ShardLocations(boolean far) {
      this.far = far;
    }

    @Override
    public @Nullable ShardView here(int shard) {
      return far ? null : topology.view(shard);
    }

    @Override
    public @Nullable String node(int shard) {
      return far ? address(shard) : null;
    }

    @Override
    public @Nullable ShardView copyHere(int shard) {
      return null;
    }

    @Override
    public List<String> copies(int shard) {
      return copied.contains(shard) ? List.of("copy-of-" + shard + ":8080") : List.of();
    }

    @Override
    public byte @Nullable [] get(RemoteShard remote, byte[] key) {
      return reached(remote).get(key);
    }

    @Override
    public Page values(RemoteShard remote, List<byte[]> keys) {
      return Page.of(reached(remote), keys);
    }

    @Override
    public Page scan(RemoteShard remote, Range range) {
      return range.read(reached(remote));
    }

    private ShardView reached(RemoteShard remote) {
      questions.incrementAndGet();
      if (lost.contains(remote.shard()) && !remote.copy()) {
        throw new ShardUnreachableException(remote.node(), "it is unreachable");
      }
      return topology.view(remote.shard());
    }
  }
}
