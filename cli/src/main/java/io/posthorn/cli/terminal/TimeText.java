package io.posthorn.cli.terminal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text form of times and durations for users. */
public final class TimeText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DATE_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private final Clock clock;

  public TimeText(Clock clock) {
    this.clock = clock;
  }

  public Instant now() {
    return clock.instant();
  }

  /** The time of day, with the date unless it is today; a dash for never. */
  public String at(@Nullable Instant at) {
    if (at == null) {
      return "-";
    }
    ZonedDateTime shown = at.atZone(clock.getZone());
    boolean today = shown.toLocalDate().equals(now().atZone(clock.getZone()).toLocalDate());
    return (today ? TIME : DATE_AND_TIME).format(shown);
  }

  /** The distance to a time: {@code in 6 minutes}, {@code 2 hours ago}, {@code now}. */
  public String distance(Instant at) {
    Duration ahead = Duration.between(now(), at);
    if (ahead.abs().toMillis() < 1000) {
      return "now";
    }
    return ahead.isNegative() ? words(ahead.negated()) + " ago" : "in " + words(ahead);
  }

  /** A duration in its largest unit, rounded down: {@code 6 minutes}, {@code 2 days}. */
  public static String words(Duration time) {
    if (time.toHours() >= 48) {
      return counted(time.toDays(), "day");
    }
    if (time.toMinutes() >= 120) {
      return counted(time.toHours(), "hour");
    }
    if (time.toSeconds() >= 120) {
      return counted(time.toMinutes(), "minute");
    }
    return counted(time.toSeconds(), "second");
  }

  public static String counted(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
