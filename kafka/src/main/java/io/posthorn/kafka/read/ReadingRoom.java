package io.posthorn.kafka.read;

import io.posthorn.core.shard.Territory;
import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.log.DirectoryEntries;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where the state of all shards is read, by any thread. */
public final class ReadingRoom {
  private final Territory territory;
  private final DirectoryEntries directory;
  private final ShardMap map;
  private final Peers peers;

  public ReadingRoom(Territory territory, DirectoryEntries directory, ShardMap map, Peers peers) {
    this.territory = territory;
    this.directory = directory;
    this.map = map;
    this.peers = peers;
  }

  /** Reads all shards as if they were one. */
  public <T extends @Nullable Object> Reading<T> read(Function<ShardView, T> reader) {
    Shelves shelves = new Shelves(map, peers);
    T value = reader.apply(new ClusterView(territory, directory, shelves));
    return new Reading<>(value, shelves.missing());
  }

  /**
   * Reads each shard by itself: for what has to be added up. Several are read at once; what they
   * say is in their order.
   */
  public <T extends @Nullable Object> Reading<List<T>> readEach(Function<ShardView, T> reader) {
    Shelves shelves = new Shelves(map, peers);
    List<T> values =
        Together.each(territory.shards(), shard -> reader.apply(new Shelf(shelves, shard)));
    return new Reading<>(values, shelves.missing());
  }
}
