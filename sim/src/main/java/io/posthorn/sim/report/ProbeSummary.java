package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;

/** The failed probes of one time of being disabled. */
final class ProbeSummary {
  private long count;
  private long first;
  private long last;
  private long shortestGap = Long.MAX_VALUE;
  private long longestGap;

  void failed(long startedAt) {
    if (count == 0) {
      first = startedAt;
    } else {
      shortestGap = Math.min(shortestGap, startedAt - last);
      longestGap = Math.max(longestGap, startedAt - last);
    }
    last = startedAt;
    count++;
  }

  long count() {
    return count;
  }

  long first() {
    return first;
  }

  String text() {
    if (count == 1) {
      return "1 probe, which failed";
    }
    String gaps =
        shortestGap == longestGap
            ? "every " + DurationText.rounded(longestGap)
            : DurationText.rounded(shortestGap)
                + " to "
                + DurationText.rounded(longestGap)
                + " apart";
    return NumberText.count(count, "probe")
        + ", "
        + gaps
        + (count == 2 ? ", both" : ", all")
        + " failed; the last at "
        + DurationText.toTheSecond(last);
  }
}
