package io.posthorn.server.api;

import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.server.http.Fields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as callers write them: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 24h}. */
final class Spans {
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,10})(ms|s|m|h|d)");

  private static final List<String> EXAMPLES = List.of("5s", "24h");

  private Spans() {}

  /** The milliseconds that a text says, if it is a length of time. */
  static Optional<Long> millis(String text) {
    Matcher matcher = SPAN.matcher(text);
    return matcher.matches()
        ? Optional.of(Long.parseLong(matcher.group(1)) * unit(matcher.group(2)))
        : Optional.empty();
  }

  private static long unit(String text) {
    return switch (text) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }

  /** A field that is a length of time, as text: a bare number does not say of what. */
  static Optional<Long> read(Fields fields, String name, String least, String most) {
    JsonValue value = fields.take(name);
    if (value instanceof JsonValue.JsonNull) {
      return Optional.empty();
    }
    long from = millis(least).orElseThrow();
    long to = millis(most).orElseThrow();
    Optional<Long> span =
        value instanceof JsonText text
            ? millis(text.value()).filter(millis -> millis >= from && millis <= to)
            : Optional.empty();
    if (span.isEmpty()) {
      List<String> fitting =
          EXAMPLES.stream().filter(example -> millis(example).orElseThrow() <= to).toList();
      fields.wrong(
          name,
          "must be a length of time from %s to %s, as text with its unit, such as \"%s\"."
              .formatted(least, most, String.join("\" or \"", fitting)));
    }
    return span;
  }

  /** A length of time for people: in the largest unit of which it is a whole number. */
  static String words(long millis) {
    String[] names = {"h", "min", "s"};
    long[] units = {3_600_000, 60_000, 1_000};
    for (int i = 0; i < units.length; i++) {
      if (millis >= units[i] && millis % units[i] == 0) {
        return millis / units[i] + " " + names[i];
      }
    }
    return millis == 0 ? "0 s" : millis + " ms";
  }

  /** About how long something lasts, for people: nobody counts the seconds of days. */
  static String roughly(long millis) {
    long unit = millis >= 7_200_000 ? 3_600_000 : millis >= 120_000 ? 60_000 : 1_000;
    return words(millis / unit * unit);
  }

  /** A length of time as it is answered. */
  static String text(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
