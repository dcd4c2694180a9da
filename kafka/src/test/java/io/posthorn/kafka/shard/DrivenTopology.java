package io.posthorn.kafka.shard;

import io.posthorn.core.shard.Rules;
import io.posthorn.core.shard.Sender;
import io.posthorn.core.shard.Territory;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.TimeSource;
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
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The topology of one node with one shard, driven by hand: its topics are written and read by
 * whoever holds it, and its clocks stand still until they are moved. No brokers.
 *
 * <p>Kafka's driver has one task, and that has partition 0: so there is one shard.
 */
public final class DrivenTopology implements AutoCloseable, TimeSource, DirectoryLog {
  public static final TopicNames NAMES = TopicNames.DEFAULT;
  public static final Territory TERRITORY = new Territory(1);

  private final DirectoryEntries directory = new DirectoryEntries();
  private final Roster roster = new Roster();
  private final TopologyTestDriver driver;
  private final TestOutputTopic<byte[], byte[]> mirrored;
  private long wall;
  private long nanos;
  private long directoryPosition;
  private boolean brokersInSight = true;

  private final Contact contact = new Contact(() -> nanos);

  public DrivenTopology(Path state, Rules rules, Sender sender, int installation, long wall) {
    this.wall = wall;
    ShardHost host =
        new ShardHost(
            NAMES,
            TERRITORY,
            rules,
            installation,
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
            DeliveryTopology.of(host, 4 << 20, 1), settings, Instant.ofEpochMilli(wall));
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

  /** What was written is known already: it is read behind each record and tick. */
  @Override
  public void catchUp() {}

  public DirectoryEntries directory() {
    return directory;
  }

  public Roster roster() {
    return roster;
  }

  /** Moves both clocks; what is due by then happens at the next tick. */
  public void pass(Duration time) {
    wall += time.toMillis();
    nanos += time.toNanos();
    if (brokersInSight) {
      contact.heard();
    }
  }

  /** Lets the shard look around once: the clocks that it sees stay as they are. */
  public void tick() {
    driver.advanceWallClockTime(ShardProcessor.TICK);
    readDirectory();
  }

  /** Whether brokers are heard of as time passes. */
  public void brokersInSight(boolean yes) {
    brokersInSight = yes;
  }

  /** Writes a record, which is worked off with all that follows from it. */
  public void pipe(String topic, TestRecord<byte[], byte[]> record) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    driver.createInputTopic(topic, bytes, bytes).pipeInput(record);
    readDirectory();
  }

  /** What was written to a topic since it was last asked. */
  public List<TestRecord<byte[], byte[]>> written(String topic) {
    return output(topic).readRecordsToList();
  }

  /** What the node reads of the directory's topic. */
  private void readDirectory() {
    for (TestRecord<byte[], byte[]> record : mirrored.readRecordsToList()) {
      directory.apply(record.key(), record.value());
      directoryPosition++;
    }
  }

  /** The shard's store. */
  public SplitView view() {
    return new SplitView(store(Part.STATE), store(Part.HISTORY));
  }

  private KeyValueStore<Bytes, byte[]> store(Part part) {
    return driver.getKeyValueStore(part.title());
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
