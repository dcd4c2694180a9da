package io.posthorn.server.settings;

import io.posthorn.core.text.DurationText;
import java.time.Duration;
import java.util.List;

/** Durations as they are written: {@code 84800ms}, {@code 5s}, {@code 10m}, {@code 30d}. */
final class Durations {
  /** A hundred years: more than anybody waits, and far from where milliseconds overflow. */
  private static final String LONGEST = "36500d";

  private static final List<String> EXAMPLES = List.of("500ms", "5s", "10m", "72h", "30d");

  private Durations() {}

  static Kind<Duration> atLeast(String shortest) {
    return between(shortest, LONGEST);
  }

  static Kind<Duration> between(String shortest, String longest) {
    long from = millis(shortest);
    long to = millis(longest);
    return Kind.of(
        "a duration from " + shortest + " to " + longest + ", such as " + examples(from, to),
        text -> {
          long value = DurationText.parse(text).orElse(-1);
          return value < from || value > to ? null : Duration.ofMillis(value);
        });
  }

  /** Only examples that the setting would take. */
  private static String examples(long from, long to) {
    List<String> fitting =
        EXAMPLES.stream().filter(text -> millis(text) >= from && millis(text) <= to).toList();
    return String.join(", ", fitting.subList(0, fitting.size() - 1)) + " or " + fitting.getLast();
  }

  private static long millis(String text) {
    return DurationText.parse(text).orElseThrow();
  }
}
