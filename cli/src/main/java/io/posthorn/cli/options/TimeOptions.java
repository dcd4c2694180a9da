package io.posthorn.cli.options;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A pair of options that select a range of times; each subclass names them. */
abstract class TimeOptions {
  private @Nullable PastTime since;
  private @Nullable PastTime until;

  final void setSince(PastTime time) {
    since = time;
  }

  final void setUntil(PastTime time) {
    until = time;
  }

  public final boolean isAnySet() {
    return since != null || until != null;
  }

  public final @Nullable Instant from(Clock clock) {
    return since == null ? null : since.at(clock);
  }

  public final @Nullable Instant to(Clock clock) {
    return until == null ? null : until.at(clock);
  }
}
