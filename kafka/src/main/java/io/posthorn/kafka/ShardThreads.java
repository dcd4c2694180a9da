package io.posthorn.kafka;

import static org.apache.kafka.streams.StreamsConfig.NUM_STREAM_THREADS_CONFIG;

import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.read.CopyLags;
import io.posthorn.kafka.read.ShardMap;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.store.StorePart;
import io.posthorn.kafka.task.LocalShards;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The Kafka Streams threads that run this node's shards, and the map of all shards. */
final class ShardThreads implements ShardMap {
  private static final Logger LOG = System.getLogger(ShardThreads.class.getName());

  /** The records behind the last one of a changelog that end transactions, at most. */
  private static final long MARKERS = 2;

  private final KafkaStreams streams;
  private final LocalShards localShards;
  private final String shardsTopic;
  private final HostInfo self;
  private final RestoreProgress restoring = new RestoreProgress();
  private final CleanShutdownMarker mark;
  private final Consumer<Throwable> broken;
  private final ThreadFailures failures;
  private final CopyLags lags;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicLong replaced = new AtomicLong();

  /** A thread has failed and the shards have not all run since. */
  private volatile boolean recovering;

  /**
   * Creates threads without starting them.
   *
   * @param self the advertised address of this node
   * @param broken called when the threads have failed for good
   */
  ShardThreads(
      Topology topology,
      Properties properties,
      String shardsTopic,
      String self,
      LocalShards localShards,
      BrokerConnectivity contact,
      CleanShutdownMarker mark,
      Consumer<Throwable> broken) {
    this.shardsTopic = shardsTopic;
    this.self = HostInfo.buildFromEndpoint(self);
    this.localShards = localShards;
    this.mark = mark;
    this.broken = broken;
    StreamsConfig config = new StreamsConfig(properties);
    failures = new ThreadFailures(config.getInt(NUM_STREAM_THREADS_CONFIG));
    lags =
        new CopyLags(
            this::measureLags,
            System::nanoTime,
            config.getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG));
    streams =
        new KafkaStreams(
            topology, properties, new PollPacingClientSupplier(localShards, shardsTopic, contact));
    streams.setGlobalStateRestoreListener(restoring);
    streams.setUncaughtExceptionHandler(this::failed);
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            recovering = false;
          }
        });
  }

  KafkaStreams streams() {
    return streams;
  }

  /** Runs on the failed thread, which Streams replaces after the return. */
  private StreamThreadExceptionResponse failed(Throwable error) {
    recovering = true;
    Duration delay = failures.add(System.nanoTime());
    if (delay == null) {
      broken.accept(error);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    replaced.incrementAndGet();
    LOG.log(
        Level.WARNING,
        "A shard thread failed and is being replaced in %d ms".formatted(delay.toMillis()),
        error);
    try {
      var _ = closing.await(delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** Returns whether the assigned shards run. */
  boolean running() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  long recordsToRestore() {
    return restoring.recordsLeft();
  }

  long recordsRestored() {
    return restoring.recordsRestored();
  }

  long replaced() {
    return replaced.get();
  }

  /** The client id of one of this node's group members, or null while there is none. */
  @Nullable String memberName() {
    return streams.metadataForLocalThreads().stream()
        .map(ThreadMetadata::consumerClientId)
        .findFirst()
        .orElse(null);
  }

  int standbys() {
    int count = 0;
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      count += thread.standbyTasks().size();
    }
    return count;
  }

  /** Unprocessed records of this node's shards. */
  long lag() {
    long sum = 0;
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      for (TaskMetadata task : thread.activeTasks()) {
        for (TopicPartition partition : task.topicPartitions()) {
          long end = task.endOffsets().getOrDefault(partition, 0L);
          long done = task.committedOffsets().getOrDefault(partition, 0L);
          sum += Math.max(0, end - Math.max(0, done));
        }
      }
    }
    return sum;
  }

  @Override
  public @Nullable ShardView here(int shard) {
    return localShards.has(shard)
        ? new SplitView(store(StorePart.STATE, shard), store(StorePart.HISTORY, shard))
        : null;
  }

  private ReadOnlyKeyValueStore<Bytes, byte[]> store(StorePart part, int shard) {
    return streams.store(query(part, shard));
  }

  private static StoreQueryParameters<ReadOnlyKeyValueStore<Bytes, byte[]>> query(
      StorePart part, int shard) {
    return StoreQueryParameters.fromNameAndType(
            part.title(), QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
        .withPartition(shard);
  }

  /** A standby copy, or a shard that is about to run here and has nearly all of its records. */
  @Override
  public @Nullable ShardView copyHere(int shard) {
    return lags.canBeRead(shard)
        ? new SplitView(
            streams.store(query(StorePart.STATE, shard).enableStaleStores()),
            streams.store(query(StorePart.HISTORY, shard).enableStaleStores()))
        : null;
  }

  /** The records by which each copy on this node lags, by shard; endless while it is built. */
  private Map<Integer, Long> measureLags() {
    Map<Integer, Long> byShard = new TreeMap<>();
    streams
        .allLocalStorePartitionLags()
        .values()
        .forEach(store -> store.forEach((shard, lag) -> byShard.merge(shard, lag(lag), Long::sum)));
    return byShard;
  }

  /** A copy that lacks a tenth of its changelog is being built, however few records that are. */
  private static long lag(LagInfo lag) {
    long most = Math.max(MARKERS, lag.endOffsetPosition() / 10);
    return lag.offsetLag() > most ? Integer.MAX_VALUE : lag.offsetLag();
  }

  @Override
  public List<String> copies(int shard) {
    TopicPartition partition = new TopicPartition(shardsTopic, shard);
    return streams.streamsMetadataForStore(StorePart.STATE.title()).stream()
        .filter(node -> !node.hostInfo().equals(self))
        .filter(
            node ->
                node.standbyTopicPartitions().contains(partition)
                    || node.topicPartitions().contains(partition))
        .map(node -> Utils.formatAddress(node.host(), node.port()))
        .toList();
  }

  @Override
  public @Nullable String node(int shard) {
    TopicPartition partition = new TopicPartition(shardsTopic, shard);
    for (StreamsMetadata node : streams.streamsMetadataForStore(StorePart.STATE.title())) {
      if (node.topicPartitions().contains(partition)) {
        return node.hostInfo().equals(self)
            ? null // assigned to this node but still moving
            : Utils.formatAddress(node.host(), node.port());
      }
    }
    return null;
  }

  void start() {
    if (!mark.take()) {
      streams.cleanUp();
    }
    streams.start();
  }

  /**
   * Leaves the group at once, so that other nodes need not wait for a timeout.
   *
   * <p>Kafka Streams discards the stores of a thread that fails, and its successor restores them.
   * So the stores hold committed data again once all shards run, and an earlier failure does not
   * matter.
   */
  void close() {
    closing.countDown();
    boolean closed =
        streams.close(
            CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(Duration.ofSeconds(15)));
    if (closed && !recovering) {
      mark.set();
    }
  }
}
