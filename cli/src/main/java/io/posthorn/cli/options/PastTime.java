package io.posthorn.cli.options;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** A time as a user gives it: an exact one, or one that depends on the clock and its zone. */
public sealed interface PastTime {
  Instant at(Clock clock);

  /** A time with an offset, such as {@code 2026-11-15T10:00:00Z}. */
  record Exact(Instant instant) implements PastTime {
    @Override
    public Instant at(Clock clock) {
      return instant;
    }
  }

  /** A duration before now, such as {@code 2h}. */
  record Ago(Duration duration) implements PastTime {
    @Override
    public Instant at(Clock clock) {
      return clock.instant().minus(duration);
    }
  }

  /** A time in the zone of the clock, such as {@code 2026-11-15T10:00}. */
  record Local(LocalDateTime time) implements PastTime {
    @Override
    public Instant at(Clock clock) {
      return time.atZone(clock.getZone()).toInstant();
    }
  }

  /** A time of today in the zone of the clock, such as {@code 10:00}. */
  record Today(LocalTime time) implements PastTime {
    @Override
    public Instant at(Clock clock) {
      return new Local(LocalDate.now(clock).atTime(time)).at(clock);
    }
  }
}
