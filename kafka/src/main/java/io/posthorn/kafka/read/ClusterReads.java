package io.posthorn.kafka.read;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.read.ShardReads;
import io.posthorn.kafka.directory.DirectoryEntries;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reads of the state of all shards, wherever they run. Thread-safe. Unreachable nodes are
 * reported to the caller, on any thread, before the reader gets the remaining data.
 */
public final class ClusterReads implements ShardReads {
  /** About as long as a standby needs to take over; callers should not wait longer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final ShardAssignment assignment;
  private final DirectoryEntries directory;
  private final ShardMap map;
  private final Peers peers;
  private final LongSupplier historyFrom;
  private final Duration timeout;

  public ClusterReads(
      ShardAssignment assignment,
      DirectoryEntries directory,
      ShardMap map,
      Peers peers,
      LongSupplier historyFrom) {
    this(assignment, directory, map, peers, historyFrom, TIMEOUT);
  }

  /**
   * Creates reads with a timeout.
   *
   * @param historyFrom messages that ended before this time may be gone
   * @param timeout how long to retry a shard that cannot be read
   */
  public ClusterReads(
      ShardAssignment assignment,
      DirectoryEntries directory,
      ShardMap map,
      Peers peers,
      LongSupplier historyFrom,
      Duration timeout) {
    this.assignment = assignment;
    this.directory = directory;
    this.map = map;
    this.peers = peers;
    this.historyFrom = historyFrom;
    this.timeout = timeout;
  }

  @Override
  public <T extends @Nullable Object> T readMerged(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return reader.apply(
        new ClusterView(assignment, directory, new ReachableShards(map, peers, timeout, missed)));
  }

  /** Reads shards in parallel; results are in shard order. */
  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader) {
    ReachableShards reachable = new ReachableShards(map, peers, timeout, missed);
    return ParallelReads.each(
        assignment.shards(), shard -> reader.apply(new ShardReader(reachable, shard)));
  }

  @Override
  public <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader) {
    return reader.apply(directory);
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return directory.subscriptions();
  }

  @Override
  public boolean isSingle() {
    return false;
  }

  @Override
  public long historyFrom() {
    return historyFrom.getAsLong();
  }
}
