package io.posthorn.sim.report;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.text.DurationText;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages that waited when an endpoint came back, until each was attempted again. */
final class BacklogSummary {
  private final long since;
  private final long size;
  private final Set<MessageId> untried;
  private long delivered;
  private long failed;

  /**
   * Creates a backlog.
   *
   * @param probe the successful probe, which is not part of the backlog
   */
  BacklogSummary(long since, Set<MessageId> waiting, @Nullable MessageId probe) {
    this.since = since;
    this.untried = new HashSet<>(waiting);
    if (probe != null) {
      untried.remove(probe);
    }
    this.size = untried.size();
  }

  long size() {
    return size;
  }

  /** Adds an attempt and returns whether the backlog is now complete. */
  boolean tried(MessageId message, boolean success) {
    if (!untried.remove(message)) {
      return false;
    }
    if (success) {
      delivered++;
    } else {
      failed++;
    }
    return untried.isEmpty();
  }

  String workedOff(long now) {
    return "backlog of "
        + NumberText.count(size, "message")
        + " worked off in "
        + DurationText.rounded(now - since)
        + ": "
        + result();
  }

  /** The text for a backlog that is not worked off. */
  String brokenOff() {
    long tried = size - untried.size();
    return "backlog: "
        + (tried == 0 ? "nothing" : NumberText.number(tried))
        + " of "
        + NumberText.count(size, "message")
        + " tried"
        + (tried == 0 ? "" : ", " + result());
  }

  private String result() {
    if (failed == 0) {
      return "all delivered";
    }
    return delivered == 0
        ? "all failed again"
        : NumberText.number(delivered)
            + " delivered, "
            + NumberText.number(failed)
            + " failed again";
  }
}
