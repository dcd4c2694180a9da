package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ByteReader;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.directory.BrokerContact;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.topic.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The topology of one node that runs all shards, driven by hand: its topics are written and read by
 * whoever holds it, and its clocks stand still until they are moved. No brokers: what a shard
 * writes is committed and read by whom it is for before anything else happens.
 */
public final class DrivenTopology implements AutoCloseable, TimeSource, DirectoryLog {
  public static final TopicNames NAMES = TopicNames.DEFAULT;

  private final ShardAssignment assignment;
  private final DirectoryEntries directory = new DirectoryEntries();
  private final LocalShards localShards = new LocalShards();
  private final List<DrivenShard> shards = new ArrayList<>();
  private long wall;
  private long nanos;
  private long directoryPosition;
  private boolean brokersInSight = true;
  private int questions;

  private final BrokerContact contact = new BrokerContact(() -> nanos);

  /**
   * A topology with empty stores.
   *
   * @param state where the stores may lie; null for memory
   * @param rules of one shard
   */
  public DrivenTopology(
      @Nullable Path state,
      ShardAssignment assignment,
      Rules rules,
      Sender sender,
      int installation,
      long wall) {
    this.assignment = assignment;
    this.wall = wall;
    TaskContext host =
        new TaskContext(
            NAMES,
            assignment,
            rules,
            installation,
            directory,
            this,
            sender,
            EffectListener.NONE,
            this,
            contact,
            localShards);
    for (int shard = 0; shard < assignment.shards(); shard++) {
      Path place = state == null ? null : state.resolve("shard-" + shard);
      shards.add(new DrivenShard(place, host, shard, wall));
    }
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
  public boolean await(long offset, Duration timeout) {
    return directoryPosition >= offset;
  }

  /** What was written is known already: it is read behind each record and tick. */
  @Override
  public void catchUp() {
    questions++;
  }

  @Override
  public void catchUpWithCommitted() {
    questions++;
  }

  /** How often brokers would have been asked how far the directory goes. */
  int questions() {
    return questions;
  }

  public ShardAssignment assignment() {
    return assignment;
  }

  public DirectoryEntries directory() {
    return directory;
  }

  public LocalShards localShards() {
    return localShards;
  }

  /** Moves both clocks; what is due by then happens at the next tick. */
  public void pass(Duration time) {
    wall += time.toMillis();
    nanos += time.toNanos();
    if (brokersInSight) {
      contact.heard();
    }
  }

  /** Lets the shards look around once: the clocks that they see stay as they are. */
  public void tick() {
    tick(IntStream.range(0, shards.size()).boxed().toList());
  }

  /** The same for some shards. */
  public void tick(List<Integer> some) {
    some.forEach(shard -> shards.get(shard).tick());
    settle();
  }

  /** Whether brokers are heard of as time passes. */
  public void brokersInSight(boolean yes) {
    brokersInSight = yes;
  }

  /** Writes a record, which is worked off with all that follows from it. */
  public void pipe(String topic, int partition, TestRecord<byte[], byte[]> record) {
    shards.get(partition).pipe(topic, record);
    settle();
  }

  /** What was written to a topic since it was last asked, by one shard after the other. */
  public List<TestRecord<byte[], byte[]>> written(String topic) {
    List<TestRecord<byte[], byte[]>> all = new ArrayList<>();
    shards.forEach(shard -> all.addAll(shard.written(topic)));
    return all;
  }

  /** A shard's store. */
  public SplitView view(int shard) {
    return shards.get(shard).view();
  }

  /** Carries what shards have written to whom it is for, until nobody writes any more. */
  private void settle() {
    boolean busy = true;
    while (busy) {
      written(NAMES.directory()).forEach(this::learn);
      busy = carry(NAMES.shards());
      busy |= carry(NAMES.intake());
    }
  }

  private void learn(TestRecord<byte[], byte[]> record) {
    directory.apply(record.key(), record.value());
    directoryPosition++;
  }

  private boolean carry(String topic) {
    List<TestRecord<byte[], byte[]>> records = written(topic);
    for (TestRecord<byte[], byte[]> record : records) {
      shards.get(new ByteReader(record.key()).u32()).pipe(topic, record);
    }
    return !records.isEmpty();
  }

  @Override
  public void close() {
    shards.forEach(DrivenShard::close);
  }
}
