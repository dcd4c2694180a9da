package io.posthorn.server.settings;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as they are written: {@code 84800ms}, {@code 5s}, {@code 10m}, {@code 30d}. */
final class Durations {
  /** A hundred years: more than anybody waits, and far from where milliseconds overflow. */
  private static final String LONGEST = "36500d";

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,13})(ms|s|m|h|d)");

  private static final List<String> EXAMPLES = List.of("500ms", "5s", "10m", "72h", "30d");

  private Durations() {}

  static Kind<Duration> atLeast(String shortest) {
    return between(shortest, LONGEST);
  }

  static Kind<Duration> between(String shortest, String longest) {
    Duration from = bound(shortest);
    Duration to = bound(longest);
    return Kind.of(
        "a duration from " + shortest + " to " + longest + ", such as " + examples(from, to),
        text -> {
          Duration value = read(text);
          return value == null || !isBetween(from, value, to) ? null : value;
        });
  }

  private static boolean isBetween(Duration from, Duration value, Duration to) {
    return value.compareTo(from) >= 0 && value.compareTo(to) <= 0;
  }

  /** Only such as would be taken. */
  private static String examples(Duration from, Duration to) {
    List<String> fitting =
        EXAMPLES.stream().filter(text -> isBetween(from, bound(text), to)).toList();
    return String.join(", ", fitting.subList(0, fitting.size() - 1)) + " or " + fitting.getLast();
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
