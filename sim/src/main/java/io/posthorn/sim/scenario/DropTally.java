package io.posthorn.sim.scenario;

import io.posthorn.core.message.EndReason;

/** Messages that were dropped for one reason, one soon after the other. */
public final class DropTally {
  private final EndReason reason;
  private final long first;
  private long last;
  private long count;

  DropTally(EndReason reason, long first) {
    this.reason = reason;
    this.first = first;
    this.last = first;
  }

  /** Whether a drop is near enough to be told in the same line. */
  boolean near(long at, long gap) {
    return at - last <= gap;
  }

  public void add(long at) {
    last = at;
    count++;
  }

  long first() {
    return first;
  }

  String text(long lifetime) {
    boolean expired = reason == EndReason.EXPIRED;
    String why =
        expired
            ? "held for " + Durations.length(lifetime) + ", up to the last slot"
            : count == 1 ? "its last retry failed" : "their last retries failed";
    String until = last - first < Durations.SECOND ? "" : " until " + Durations.moment(last);
    return "dropped "
        + Words.count(count, "message")
        + until
        + ": "
        + why
        + " ("
        + reason.text()
        + ")";
  }
}
