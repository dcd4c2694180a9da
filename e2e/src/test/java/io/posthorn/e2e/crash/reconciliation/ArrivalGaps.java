package io.posthorn.e2e.crash.reconciliation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The longest gaps between arrivals under constant load.
 *
 * @param anywhere the longest time without an arrival at any endpoint
 * @param atOne the longest time without an arrival at some endpoint
 */
public record ArrivalGaps(Duration anywhere, Duration atOne) {
  public static ArrivalGaps of(Map<String, List<Long>> arrivals, long from, long to) {
    Duration worst = Duration.ZERO;
    for (List<Long> ofPath : arrivals.values()) {
      Duration longest = longest(ofPath, from, to);
      worst = longest.compareTo(worst) > 0 ? longest : worst;
    }
    List<Long> all = arrivals.values().stream().flatMap(Collection::stream).toList();
    return new ArrivalGaps(longest(all, from, to), worst);
  }

  /** The longest time between two arrivals, or between one and the beginning or end. */
  public static Duration longest(List<Long> arrivals, long from, long to) {
    long longest = 0;
    long before = from;
    for (long arrival : arrivals.stream().sorted().toList()) {
      if (arrival > to) {
        break;
      }
      if (arrival < from) {
        continue;
      }
      longest = Math.max(longest, arrival - before);
      before = arrival;
    }
    return Duration.ofNanos(Math.max(longest, to - before));
  }
}
