package io.posthorn.sim.report;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.text.DurationText;

/** Messages that were dropped for the same reason, each soon after the last. */
final class DropSummary {
  private final EndReason reason;
  private final long first;
  private long last;
  private long count;

  DropSummary(EndReason reason, long first) {
    this.reason = reason;
    this.first = first;
    this.last = first;
  }

  /** Returns whether a drop is near enough for the same entry. */
  boolean near(long at, long gap) {
    return at - last <= gap;
  }

  void add(long at) {
    last = at;
    count++;
  }

  long first() {
    return first;
  }

  String text(long lifetime) {
    String why =
        switch (reason) {
          case EXPIRED -> "held for " + DurationText.rounded(lifetime) + ", up to the last slot";
          case REJECTED -> "the response had a final status";
          default -> count == 1 ? "its last retry failed" : "their last retries failed";
        };
    String until =
        last - first < DurationText.SECOND ? "" : " until " + DurationText.toTheSecond(last);
    return "dropped "
        + NumberText.count(count, "message")
        + until
        + ": "
        + why
        + " ("
        + reason.text()
        + ")";
  }
}
