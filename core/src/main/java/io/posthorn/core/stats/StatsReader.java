package io.posthorn.core.stats;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of time series and latencies. Safe for any thread. The last few seconds may be
 * missing.
 */
public final class StatsReader {
  private final ShardView store;
  private int keysRead;

  public StatsReader(ShardView store) {
    this.store = store;
  }

  /** The number of keys that this reader has read, at least one for each series. */
  public int keysRead() {
    return keysRead;
  }

  /** The number of points in a series. */
  public static long points(long from, long to, long step) {
    return Math.max(0, Math.ceilDiv(to - Math.floorDiv(from, step) * step, step));
  }

  /**
   * A series of a customer, or of one of its endpoints. Steps begin at multiples of their length,
   * the first at or before {@code from}; the last begins before {@code to}.
   *
   * @param endpoint null for the customer as a whole
   * @param step whole minutes
   */
  public List<StatsPoint> series(
      String customerId, @Nullable EndpointId endpoint, long from, long to, long step) {
    byte[] series = StatsKeys.series(customerId, endpoint);
    long first = Math.floorDiv(from, step) * step;
    List<StatsPoint> points = new ArrayList<>();
    for (long i = 0; i < points(from, to, step); i++) {
      points.add(new StatsPoint(first + i * step, new StatsCounters()));
    }
    boolean[] known = new boolean[points.size()];
    if (!points.isEmpty()) {
      store.scan(
          StatsKeys.at(series, first),
          StatsKeys.at(series, first + points.size() * step),
          (key, value) -> {
            int index = (int) ((StatsKeys.minuteIn(key) - first) / step);
            points.get(index).tally().addLater(StatsCounters.decode(value));
            known[index] = true;
            keysRead++;
            return true;
          });
    }
    carryWaiting(points, known, waitingBefore(series, first));
    keysRead++;
    return points;
  }

  /** A minute without activity has no record: the number of waiting messages carries over. */
  private static void carryWaiting(List<StatsPoint> points, boolean[] known, long before) {
    long waiting = before;
    for (int i = 0; i < known.length; i++) {
      StatsCounters tally = points.get(i).tally();
      if (known[i]) {
        waiting = tally.waiting();
      } else {
        tally.waiting(waiting);
      }
    }
  }

  private long waitingBefore(byte[] series, long time) {
    long[] waiting = {0};
    store.scanBack(
        StatsKeys.at(series, 0),
        StatsKeys.at(series, Math.max(0, time)),
        (key, value) -> {
          waiting[0] = StatsCounters.decode(value).waiting();
          return false;
        });
    return waiting[0];
  }

  /** The attempt durations of a customer, or of an endpoint, between two times. */
  public LatencyHistogram latency(
      String customerId, @Nullable EndpointId endpoint, long from, long to) {
    byte[] series = StatsKeys.series(customerId, endpoint);
    LatencyHistogram all = new LatencyHistogram();
    store.scan(
        StatsKeys.at(series, StatsKeys.minuteOf(from)),
        StatsKeys.at(series, to),
        (key, value) -> {
          all.addAll(StatsCounters.decode(value).latency());
          return true;
        });
    return all;
  }
}
