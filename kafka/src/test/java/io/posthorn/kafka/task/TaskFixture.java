package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.read.History;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.topic.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A test fixture: a node with one shard, topics that the test writes and reads, and clocks that it
 * moves.
 */
final class TaskFixture implements AutoCloseable {
  static final TopicNames NAMES = DrivenTopology.NAMES;
  private static final long START = 1_767_225_600_000L;

  final RecordingSender sender = new RecordingSender();
  final StoreFault fault = new StoreFault();
  final DirectoryEntries directory;
  private final DrivenTopology topology;
  private long requests;

  TaskFixture(Path state, Rules rules) {
    this(state, rules, null);
  }

  TaskFixture(Path state, Rules rules, @Nullable Integer eventsPerSecond) {
    topology =
        new DrivenTopology(
            state, new ShardAssignment(1), rules, sender, 7, START, eventsPerSecond, fault);
    directory = topology.directory();
  }

  /** Moves time, then ticks. */
  void pass(Duration time) {
    topology.pass(time);
    topology.tick();
  }

  /** The number of paused shards: none or one. */
  int paused() {
    return topology.localShards().paused();
  }

  /** The records that paused shards hold. */
  SortedMap<Integer, Long> held() {
    return topology.localShards().held();
  }

  /** The current poll timeout of the node's threads. */
  Duration rest() {
    return topology.localShards().rest();
  }

  /** Moves time far enough that outcomes are recorded. */
  void tick() {
    pass(ShardProcessor.TICK);
  }

  /** Makes the brokers unreachable for longer than the limit. */
  void loseBrokers() {
    topology.brokersReachable(false);
    pass(Duration.ofSeconds(6));
  }

  void restoreBrokers() {
    topology.brokersReachable(true);
  }

  long execute(Command command) {
    topology.pipe(
        NAMES.shards(), 0, new TestRecord<>(Sinks.partitionKey(0), CommandCodec.encode(command)));
    return requests;
  }

  /** Writes a record to the topic shards. */
  void write(TestRecord<byte[], byte[]> record) {
    topology.pipe(NAMES.shards(), 0, record);
  }

  long nextRequest() {
    return ++requests;
  }

  void subscribe(int number, String objCode) {
    execute(
        new Command.CreateSubscription(
            nextRequest(), KafkaSamples.subscription(number, objCode), new byte[] {1}));
  }

  void post(Event... events) {
    for (EventRouter.Routed routed : topology.router().route(List.of(events))) {
      execute(routed.command());
    }
  }

  /** Posts events of which the broker says that it got them at a time. */
  void postAt(long brokerMillis, Event... events) {
    for (EventRouter.Routed routed : topology.router().route(List.of(events))) {
      topology.pipe(
          NAMES.shards(),
          0,
          new TestRecord<>(Sinks.partitionKey(0), CommandCodec.encode(routed.command())),
          brokerMillis);
    }
  }

  /** Posts two or more events, each by itself, at offsets from 100 on, polled together. */
  void postTogether(Event... events) {
    postTogether(0, now(), events);
  }

  /** The same from a later offset on, at a time of the broker. */
  void postTogether(int first, long brokerMillis, Event... events) {
    TopicPartition partition = new TopicPartition(NAMES.shards(), 0);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Event event : events) {
      for (EventRouter.Routed routed : topology.router().route(List.of(event))) {
        records.add(
            new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                100 + first + records.size(),
                brokerMillis,
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                Sinks.partitionKey(0),
                CommandCodec.encode(routed.command()),
                new RecordHeaders(),
                Optional.empty()));
      }
    }
    ConsumerRecords<byte[], byte[]> polled =
        new ConsumerRecords<>(Map.of(partition, records), Map.of());
    for (ConsumerRecord<byte[], byte[]> group :
        RecordGroups.group(polled, NAMES.shards()).records(partition)) {
      topology.pipe(
          NAMES.shards(),
          0,
          new TestRecord<>(group.key(), group.value(), group.headers()),
          group.timestamp());
    }
  }

  long now() {
    return topology.wallMillis();
  }

  void ingest(String json) {
    ingest(json.getBytes(UTF_8));
  }

  void ingest(byte[] value) {
    ingest(new TestRecord<>("any".getBytes(UTF_8), value));
  }

  void ingest(TestRecord<byte[], byte[]> record) {
    topology.pipe(NAMES.events(), 0, record);
  }

  List<TestRecord<byte[], byte[]>> written(String topic) {
    return topology.written(topic);
  }

  /** Lets checks of the directory take forever, or until {@link #runChecks}. */
  void holdChecks() {
    topology.holdChecks();
  }

  /** Ends the checks; records that were deferred are read again. */
  void runChecks() {
    topology.runChecks();
    topology.settleDeferred();
  }

  /** Reads deferred records again while checks are held. */
  void settleDeferred() {
    topology.settleDeferred();
  }

  /** The number of requests to the brokers for the end of the directory. */
  int questions() {
    return topology.questions();
  }

  History history() {
    return new History(view());
  }

  SplitView view() {
    return topology.view(0);
  }

  @Override
  public void close() {
    topology.close();
  }
}
