package io.posthorn.core.shard.state;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The wake-up times of endpoints. It holds endpoints, not messages: ten million waiting messages of
 * a thousand endpoints are a thousand entries.
 */
public final class Timeline {
  /** A time that has not been looked up yet. */
  public static final long UNKNOWN = -1;

  private final TreeSet<Endpoint> byTime =
      new TreeSet<>(
          Comparator.comparingLong((Endpoint e) -> e.wakeAt())
              .thenComparing((Endpoint e) -> e.id()));

  private LinkedHashSet<Endpoint> touched = new LinkedHashSet<>();

  /** Makes an endpoint due in this turn, whatever its wake-up time was. */
  public void touch(Endpoint endpoint) {
    touched.add(endpoint);
  }

  public void wakeAt(Endpoint endpoint, long time) {
    if (endpoint.wakeAt() == time) {
      return;
    }
    if (endpoint.wakeAt() != Long.MAX_VALUE) {
      byTime.remove(endpoint);
    }
    endpoint.setWakeAt(time);
    if (time != Long.MAX_VALUE) {
      byTime.add(endpoint);
    }
  }

  /** Wakes an endpoint at a given time, or earlier if that was set. */
  public void wakeBy(Endpoint endpoint, long time) {
    wakeAt(endpoint, Math.min(endpoint.wakeAt(), time));
  }

  void forget(Endpoint endpoint) {
    wakeAt(endpoint, Long.MAX_VALUE);
    touched.remove(endpoint);
  }

  /** Takes the endpoints to examine now, in a fixed order. */
  public Set<Endpoint> takeDue(long now) {
    while (!byTime.isEmpty() && byTime.first().wakeAt() <= now) {
      Endpoint endpoint = byTime.first();
      wakeAt(endpoint, Long.MAX_VALUE);
      touched.add(endpoint);
    }
    Set<Endpoint> due = touched;
    touched = new LinkedHashSet<>();
    return due;
  }

  public long next() {
    if (!touched.isEmpty()) {
      return 0;
    }
    return byTime.isEmpty() ? Long.MAX_VALUE : byTime.first().wakeAt();
  }
}
