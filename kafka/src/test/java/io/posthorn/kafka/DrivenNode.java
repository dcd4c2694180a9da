package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.command.CommandDesk;
import io.posthorn.kafka.command.EventDesk;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ReadingRoom;
import io.posthorn.kafka.read.ShardMap;
import io.posthorn.kafka.shard.DrivenTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A whole node without brokers, in virtual time: the real topology, desks and reading room. Each
 * call is answered when all that follows from it has come to rest.
 */
public final class DrivenNode implements AutoCloseable {
  private final DrivenTopology topology;
  private final BooleanSupplier longWorkWaits;
  private final EventDesk events;
  private final CommandDesk commands;
  private final ReadingRoom room;

  /**
   * A node whose stores are in memory, and empty.
   *
   * @param longWorkWaits whether long work is left for later, so that it can be seen under way
   */
  public DrivenNode(
      int shards, Rules rules, Sender sender, long now, BooleanSupplier longWorkWaits) {
    this.longWorkWaits = longWorkWaits;
    ShardAssignment territory = new ShardAssignment(shards);
    Rules ofShard = Assembly.perShard(rules, shards);
    // A shard goes on a millisecond behind the one before it, and so begins that much earlier here.
    topology = new DrivenTopology(null, territory, ofShard, sender, 1, now - 1);
    topology.tick();
    KafkaSettings usual = KafkaSettings.of("nowhere", Path.of(""), "nobody");
    Pipe producer = new Pipe();
    events =
        new EventDesk(
            producer,
            DrivenTopology.NAMES.intake(),
            shards,
            topology,
            usual.intakeEvents(),
            usual.intakeBytes());
    commands =
        new CommandDesk(
            producer,
            DrivenTopology.NAMES.shards(),
            territory,
            subscriptions(),
            topology,
            usual.commandPatience(),
            0);
    room = new ReadingRoom(territory, topology.directory(), new AllHere(topology), new Nobody());
    goTo(now);
  }

  public synchronized long now() {
    return topology.wallMillis();
  }

  /** Lets time pass, and what is due happen. */
  public synchronized void goTo(long moment) {
    topology.pass(Duration.ofMillis(moment - now()));
    work();
  }

  /** Gives the shard the outcomes that the sender has told of. */
  public synchronized void record() {
    work();
  }

  public synchronized CompletableFuture<Reply> accept(List<Event> given) {
    return events.accept(given);
  }

  public synchronized CompletableFuture<Reply> tell(LongFunction<Command> command) {
    return commands.tell(command);
  }

  public SubscriptionIndex subscriptions() {
    return topology.directory().subscriptions();
  }

  public synchronized <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    return room.read(DrivenNode::missed, reader);
  }

  public synchronized <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    return room.readEach(DrivenNode::missed, reader);
  }

  private static void missed(String node) {
    throw new AssertionError("the only node there is cannot be read");
  }

  /** Lets the shard do what is due, and unless that waits, all that is left to do by now. */
  private void work() {
    long before;
    do {
      before = topology.roster().turns();
      topology.tick();
    } while (topology.roster().turns() != before && !longWorkWaits.getAsBoolean());
    passAnswersOn();
  }

  private void passAnswersOn() {
    for (TestRecord<byte[], byte[]> answer : topology.written(DrivenTopology.NAMES.answers())) {
      commands.answered(
          new ConsumerRecord<>(DrivenTopology.NAMES.answers(), 0, 0, answer.key(), answer.value()));
    }
  }

  @Override
  public synchronized void close() {
    commands.close();
    topology.close();
  }

  /** Brokers that acknowledge at once, and give each record to the topology. */
  private final class Pipe extends MockProducer<byte[], byte[]> {
    Pipe() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      topology.pipe(
          record.topic(),
          record.partition(),
          new TestRecord<>(record.key(), record.value(), record.headers()));
      if (longWorkWaits.getAsBoolean()) {
        passAnswersOn();
      } else {
        work();
      }
      clear(); // it remembers all that was sent
      return super.send(record, callback);
    }
  }

  /** All shards run here. */
  private record AllHere(DrivenTopology topology) implements ShardMap {
    @Override
    public ShardView here(int shard) {
      return topology.view(shard);
    }

    @Override
    public @Nullable String node(int shard) {
      return null;
    }
  }

  /** There are no other nodes. */
  private static final class Nobody implements Peers {
    @Override
    public byte @Nullable [] get(String node, int shard, byte[] key) {
      throw new AssertionError("asked for " + node);
    }

    @Override
    public Page values(String node, int shard, List<byte[]> keys) {
      throw new AssertionError("asked for " + node);
    }

    @Override
    public Page scan(String node, int shard, Range range) {
      throw new AssertionError("asked for " + node);
    }
  }
}
