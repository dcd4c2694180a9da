package io.posthorn.server.api;

import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.server.http.Fields;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as callers write them: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 24h}. */
final class Spans {
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,10})(ms|s|m|h|d)");

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

  /** A field that is a length of time, as text or as a number of milliseconds. */
  static Optional<Long> read(Fields fields, String name, String least, String most) {
    JsonValue value = fields.take(name);
    if (value instanceof JsonValue.JsonNull) {
      return Optional.empty();
    }
    long from = millis(least).orElseThrow();
    long to = millis(most).orElseThrow();
    Optional<Long> span = parse(value).filter(millis -> millis >= from && millis <= to);
    if (span.isEmpty()) {
      fields.wrong(
          name,
          "must be a length of time from %s to %s, such as 5s or 24h, or milliseconds as a number."
              .formatted(least, most));
    }
    return span;
  }

  private static Optional<Long> parse(JsonValue value) {
    return switch (value) {
      case JsonText text -> millis(text.value());
      case JsonNumber number -> {
        String digits = number.value().toString();
        yield digits.matches("[0-9]{1,12}")
            ? Optional.of(Long.parseLong(digits))
            : Optional.empty();
      }
      case JsonValue.JsonNull n -> Optional.empty();
      case JsonValue.JsonBoolean b -> Optional.empty();
      case JsonValue.JsonArray a -> Optional.empty();
      case JsonValue.JsonObject o -> Optional.empty();
    };
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

  /** A length of time as it is answered. */
  static String text(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
