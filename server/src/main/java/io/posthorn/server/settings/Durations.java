package io.posthorn.server.settings;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as they are written: {@code 84800ms}, {@code 5s}, {@code 10m}, {@code 30d}. */
final class Durations {
  /** A hundred years: more than anybody waits, and far from where milliseconds overflow. */
  private static final String LONGEST = "36500d";

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,13})(ms|s|m|h|d)");

  private Durations() {}

  static Kind<Duration> atLeast(String shortest) {
    return between(shortest, LONGEST);
  }

  static Kind<Duration> between(String shortest, String longest) {
    Duration from = bound(shortest);
    Duration to = bound(longest);
    return Kind.of(
        "a duration from " + shortest + " to " + longest + ", such as 500ms, 5s, 10m, 72h or 30d",
        text -> {
          Duration value = read(text);
          return value == null || value.compareTo(from) < 0 || value.compareTo(to) > 0
              ? null
              : value;
        });
  }

  private static Duration bound(String text) {
    return Objects.requireNonNull(read(text), text);
  }

  private static @Nullable Duration read(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> null;
    };
  }
}
