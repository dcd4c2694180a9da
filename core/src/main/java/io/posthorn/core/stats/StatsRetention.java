package io.posthorn.core.stats;

import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that removes old minutes of statistics, in rounds of bounded steps, seeking from one
 * series to the next.
 */
public final class StatsRetention {
  private static final int STEP = 200;

  private final ShardStore store;
  private long oldest;

  /** The position of the round; null between rounds. */
  private byte @Nullable [] at;

  public StatsRetention(ShardStore store) {
    this.store = store;
  }

  public boolean idle() {
    return at == null;
  }

  /**
   * Begins a round.
   *
   * @param oldest the time before which minutes are removed
   */
  public void begin(long oldest) {
    this.oldest = Math.max(0, oldest);
    at = ByteWriter.key(Table.STATS).toBytes();
  }

  /**
   * A step of the round. A series with nothing to remove still costs a read, so each counts as one.
   */
  public void step() {
    for (int left = STEP; left > 0 && at != null; left--) {
      byte[] first = first(at);
      if (first == null) {
        at = null;
        return;
      }
      byte[] series = StatsKeys.seriesOf(first);
      int removed = remove(series, left);
      at = removed < left ? StatsKeys.behind(series) : at;
      left -= removed;
    }
  }

  private byte @Nullable [] first(byte[] from) {
    List<byte[]> found = new ArrayList<>(1);
    byte[] end = {(byte) (Table.STATS.number() + 1)};
    store.scan(
        from,
        end,
        (key, value) -> {
          found.add(key);
          return false;
        });
    return found.isEmpty() ? null : found.getFirst();
  }

  private int remove(byte[] series, int most) {
    List<byte[]> old = new ArrayList<>();
    store.scan(
        StatsKeys.at(series, 0),
        StatsKeys.at(series, oldest),
        (key, value) -> old.add(key) && old.size() < most);
    old.forEach(store::delete);
    return old.size();
  }
}
