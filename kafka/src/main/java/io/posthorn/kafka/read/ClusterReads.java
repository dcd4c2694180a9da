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
 * Reads the state of all shards, wherever they run, by any thread. Readers do without the nodes
 * that cannot be read; whoever asks is told of each, by any thread, before the reader gets what is
 * left.
 */
public final class ClusterReads implements ShardReads {
  /** A take-over by a standby takes about as long; whoever waits for an answer does not more. */
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
   * One of another timeout.
   *
   * @param historyFrom what ended before that moment may be gone
   * @param timeout how long a shard that cannot be read is asked for
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

  /** Several shards are read at once; what they say is in their order. */
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
