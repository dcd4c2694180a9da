package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ByteReader;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryFreshness;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.topic.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The topology of one node that runs all shards, driven by a test, with manual clocks and without
 * brokers: each write of a shard is committed and processed before anything else happens.
 */
public final class DrivenTopology implements AutoCloseable, TimeSource, DirectoryLog {
  public static final TopicNames NAMES = TopicNames.DEFAULT;

  private final ShardAssignment assignment;
  private final DirectoryEntries directory = new DirectoryEntries();
  private final LocalShards localShards = new LocalShards();
  private final List<DrivenShard> shards = new ArrayList<>();
  private final EventRouter router;
  private final TaskContext host;
  private long wall;
  private long nanos;
  private long directoryPosition;
  private boolean brokersReachable = true;
  private int questions;
  private boolean holdChecks;
  private final ArrayDeque<Runnable> checks = new ArrayDeque<>();

  private final BrokerConnectivity contact = new BrokerConnectivity(() -> nanos);

  /**
   * A topology with empty stores.
   *
   * @param state the directory of the stores; null for memory
   * @param rules the rules of one shard
   */
  public DrivenTopology(
      @Nullable Path state,
      ShardAssignment assignment,
      Rules rules,
      Sender sender,
      int installation,
      long wall) {
    this(state, assignment, rules, sender, installation, wall, null, null);
  }

  /**
   * The same with a limit of events in the ingest topic, and an error in reading the stores.
   *
   * @param eventsPerSecond null for none
   * @param fault null for none
   */
  DrivenTopology(
      @Nullable Path state,
      ShardAssignment assignment,
      Rules rules,
      Sender sender,
      int installation,
      long wall,
      @Nullable Integer eventsPerSecond,
      @Nullable StoreFault fault) {
    this.assignment = assignment;
    this.wall = wall;
    router = new EventRouter(assignment, directory.subscriptions(), rules.operatorSubscription());
    host =
        new TaskContext(
            NAMES,
            assignment,
            rules,
            installation,
            directory,
            new DirectoryFreshness(this, this::check, this::wallMillis),
            sender,
            EffectListener.NONE,
            this,
            contact,
            localShards,
            new NodeInFlight(rules.limits()),
            1,
            EventRateLimit.of(eventsPerSecond, this::monotonicNanos),
            router,
            Duration.ofSeconds(5));
    for (int shard = 0; shard < assignment.shards(); shard++) {
      Path directory = state == null ? null : state.resolve("shard-" + shard);
      shards.add(new DrivenShard(directory, host, shard, wall, fault));
    }
  }

  /** Runs a check of the directory now, or later if the test wants that. */
  private void check(Runnable check) {
    checks.add(check);
    if (!holdChecks) {
      runChecks();
    }
  }

  /** Holds checks of the directory until {@link #runChecks}. */
  void holdChecks() {
    holdChecks = true;
  }

  void runChecks() {
    holdChecks = false;
    while (!checks.isEmpty()) {
      checks.remove().run();
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

  /** Does nothing: the directory is read after each record and tick. */
  @Override
  public void catchUp() {
    questions++;
  }

  @Override
  public void catchUpWithCommitted() {
    questions++;
  }

  /** The number of requests to the brokers for the end of the directory. */
  int questions() {
    return questions;
  }

  TaskContext context() {
    return host;
  }

  public ShardAssignment assignment() {
    return assignment;
  }

  public DirectoryEntries directory() {
    return directory;
  }

  public EventRouter router() {
    return router;
  }

  public LocalShards localShards() {
    return localShards;
  }

  /** Moves both clocks; due work runs at the next tick. */
  public void pass(Duration time) {
    wall += time.toMillis();
    nanos += time.toNanos();
    if (brokersReachable) {
      contact.responded();
    }
  }

  /** Ticks all shards once without moving the clocks. */
  public void tick() {
    tick(IntStream.range(0, shards.size()).boxed().toList());
  }

  /** Ticks some shards. */
  public void tick(List<Integer> some) {
    some.forEach(shard -> shards.get(shard).tick());
    settle();
  }

  /** Sets whether brokers respond as time passes. */
  public void brokersReachable(boolean yes) {
    brokersReachable = yes;
  }

  /** Writes a record and processes everything that follows from it. */
  public void pipe(String topic, int partition, TestRecord<byte[], byte[]> record) {
    pipe(topic, partition, record, wall);
  }

  /** The same with a time that the broker gives the record. */
  void pipe(String topic, int partition, TestRecord<byte[], byte[]> record, long brokerMillis) {
    shards.get(partition).pipe(topic, record, brokerMillis);
    settle();
  }

  /** The records written to a topic since the last call, shard by shard. */
  public List<TestRecord<byte[], byte[]>> written(String topic) {
    List<TestRecord<byte[], byte[]>> all = new ArrayList<>();
    shards.forEach(shard -> all.addAll(shard.written(topic)));
    return all;
  }

  /** A shard's store. */
  public SplitView view(int shard) {
    return shards.get(shard).view();
  }

  /** Forwards the output of shards until there is none left. */
  private void settle() {
    boolean busy = true;
    while (busy) {
      written(NAMES.directory()).forEach(this::learn);
      busy = carry(NAMES.shards());
      busy |= !holdChecks && carryDeferred();
    }
  }

  /** Applies a record of the directory topic. */
  public void learn(TestRecord<byte[], byte[]> record) {
    directory.apply(record.key(), record.value());
    directoryPosition++;
  }

  /** Writes deferred records to the ingest topic again. */
  private boolean carryDeferred() {
    boolean any = false;
    for (DrivenShard shard : shards) {
      for (TestRecord<byte[], byte[]> record : shard.written(NAMES.events())) {
        shard.pipe(NAMES.events(), record, wall);
        any = true;
      }
    }
    return any;
  }

  /** Lets deferred records come back once. */
  void settleDeferred() {
    carryDeferred();
    settle();
  }

  private boolean carry(String topic) {
    List<TestRecord<byte[], byte[]>> records = written(topic);
    for (TestRecord<byte[], byte[]> record : records) {
      shards.get(new ByteReader(record.key()).u32()).pipe(topic, record, wall);
    }
    return !records.isEmpty();
  }

  @Override
  public void close() {
    shards.forEach(DrivenShard::close);
  }
}
