package io.posthorn.kafka.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.CommandCodec;
import io.posthorn.core.shard.History;
import io.posthorn.core.shard.Rules;
import io.posthorn.core.shard.Territory;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.TimeSource;
import io.posthorn.kafka.Samples;
import io.posthorn.kafka.ScriptedSender;
import io.posthorn.kafka.log.Contact;
import io.posthorn.kafka.log.DirectoryEntries;
import io.posthorn.kafka.log.DirectoryLog;
import io.posthorn.kafka.store.Part;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.store.StoreMemory;
import io.posthorn.kafka.topic.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/** One node with one shard, on topics that a test writes and reads, and clocks that it moves. */
final class Stage implements AutoCloseable, TimeSource, DirectoryLog {
  static final TopicNames NAMES = TopicNames.DEFAULT;
  private static final long START = 1_767_225_600_000L;

  final ScriptedSender sender = new ScriptedSender();
  final DirectoryEntries directory = new DirectoryEntries();
  private final TopologyTestDriver driver;
  private final TestOutputTopic<byte[], byte[]> mirrored;
  private long wall = START;
  private long nanos;
  private long directoryPosition;
  private boolean brokersInSight = true;
  private long requests;

  private final Roster roster = new Roster();

  private final Contact contact = new Contact(() -> nanos);

  Stage(Path state, Rules rules) {
    ShardHost host =
        new ShardHost(
            NAMES,
            new Territory(1),
            rules,
            7,
            directory,
            this,
            sender,
            EffectListener.NONE,
            this,
            contact,
            roster);
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, NAMES.prefix());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreMemory.class);
    driver =
        new TopologyTestDriver(
            DeliveryTopology.of(host, 4 << 20, 1), settings, Instant.ofEpochMilli(START));
    mirrored = output(NAMES.directory());
  }

  @Override
  public long wallMillis() {
    return wall;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public long position() {
    return directoryPosition;
  }

  @Override
  public boolean await(long offset, Duration patience) {
    return directoryPosition >= offset;
  }

  @Override
  public void catchUp() {
    readDirectory();
  }

  /** Lets time pass, with a tick at its end. */
  void pass(Duration time) {
    wall += time.toMillis();
    nanos += time.toNanos();
    if (brokersInSight) {
      contact.heard();
    }
    driver.advanceWallClockTime(time);
  }

  /** How long the node's threads may wait for records now. */
  Duration rest() {
    return roster.rest();
  }

  /** Long enough that what came back is recorded. */
  void tick() {
    pass(ShardProcessor.TICK);
  }

  /** The brokers are out of sight, for longer than is allowed. */
  void losesBrokers() {
    brokersInSight = false;
    pass(Duration.ofSeconds(6));
  }

  void findsBrokers() {
    brokersInSight = true;
  }

  long tell(Command command) {
    input(NAMES.shards()).pipeInput(Sinks.partitionKey(0), CommandCodec.encode(command));
    readDirectory();
    return requests;
  }

  long nextRequest() {
    return ++requests;
  }

  void subscribe(int number, String objCode) {
    tell(
        new Command.CreateSubscription(
            nextRequest(), Samples.subscription(number, objCode), new byte[] {1}));
  }

  void post(Event... events) {
    List<byte[]> encoded = List.of(events).stream().map(EventCodec::encode).toList();
    TestRecord<byte[], byte[]> record =
        new TestRecord<>(Sinks.partitionKey(0), IntakeBatch.encode(encoded));
    IntakeBatch.stamp(record.headers(), directoryPosition);
    input(NAMES.intake()).pipeInput(record);
  }

  void knock(String json) {
    input(NAMES.events()).pipeInput("any".getBytes(UTF_8), json.getBytes(UTF_8));
  }

  void knock(byte[] value) {
    input(NAMES.events()).pipeInput("any".getBytes(UTF_8), value);
  }

  /** What the node reads of the directory's topic. */
  private void readDirectory() {
    for (TestRecord<byte[], byte[]> record : mirrored.readRecordsToList()) {
      directory.apply(record.key(), record.value());
      directoryPosition++;
    }
  }

  List<TestRecord<byte[], byte[]>> written(String topic) {
    return output(topic).readRecordsToList();
  }

  History history() {
    return new History(view());
  }

  SplitView view() {
    return new SplitView(store(Part.STATE), store(Part.HISTORY));
  }

  private KeyValueStore<Bytes, byte[]> store(Part part) {
    return driver.getKeyValueStore(part.title());
  }

  private TestInputTopic<byte[], byte[]> input(String topic) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    return driver.createInputTopic(topic, bytes, bytes);
  }

  private TestOutputTopic<byte[], byte[]> output(String topic) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return driver.createOutputTopic(topic, bytes, bytes);
  }

  @Override
  public void close() {
    driver.close();
  }
}
