package io.posthorn.kafka.read;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.log.DirectoryEntries;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the state of all shards is read, by any thread. Readers do without the nodes that cannot be
 * read; whoever asks is told of each, by any thread, before the reader gets what is left.
 */
public final class ReadingRoom {
  /** A take-over by a standby takes about as long; whoever waits for an answer does not more. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ShardAssignment territory;
  private final DirectoryEntries directory;
  private final ShardMap map;
  private final Peers peers;
  private final Duration patience;

  public ReadingRoom(
      ShardAssignment territory, DirectoryEntries directory, ShardMap map, Peers peers) {
    this(territory, directory, map, peers, PATIENCE);
  }

  /**
   * One of another patience.
   *
   * @param patience how long a shard that cannot be read is asked for
   */
  public ReadingRoom(
      ShardAssignment territory,
      DirectoryEntries directory,
      ShardMap map,
      Peers peers,
      Duration patience) {
    this.territory = territory;
    this.directory = directory;
    this.map = map;
    this.peers = peers;
    this.patience = patience;
  }

  /** Reads all shards as if they were one. */
  public <T extends @Nullable Object> T read(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return reader.apply(
        new ClusterView(territory, directory, new Shelves(map, peers, patience, missed)));
  }

  /**
   * Reads each shard by itself: for what has to be added up. Several are read at once; what they
   * say is in their order.
   */
  public <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader) {
    Shelves shelves = new Shelves(map, peers, patience, missed);
    return Together.each(territory.shards(), shard -> reader.apply(new Shelf(shelves, shard)));
  }
}
