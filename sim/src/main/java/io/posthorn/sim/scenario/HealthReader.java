package io.posthorn.sim.scenario;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what stands behind {@code is}: a few words, such as {@code status 503}. */
final class HealthReader {
  static final String FORMS =
      "Write one of: healthy; down; slow 8s; status 503; status 429 retry-after 120s; "
          + "flapping 30s up, 90s down; rejects 1 of 50.";

  private static final List<String> WORDS =
      List.of("healthy", "down", "slow", "status", "flapping", "rejects");
  private static final Pattern STATUS =
      Pattern.compile("status ([2-5]\\d\\d)(?: retry-after (\\d.*))?");
  private static final Pattern FLAPPING =
      Pattern.compile("flapping (\\d.*?) (up|down),? (\\d.*?) (up|down)");
  private static final Pattern REJECTS = Pattern.compile("rejects 1 of ([1-9]\\d{0,8})");

  private HealthReader() {}

  /** The health that words describe, or null where they describe none. */
  static @Nullable Health parse(String words) {
    String text = words.strip().replaceAll("\\s+", " ");
    int end = text.indexOf(' ');
    return switch (end < 0 ? text : text.substring(0, end)) {
      case "healthy" -> end < 0 ? new Health.Healthy() : null;
      case "down" -> end < 0 ? new Health.Down() : null;
      case "slow" -> end < 0 ? null : slow(text.substring(end + 1));
      case "status" -> status(text);
      case "flapping" -> flapping(text);
      case "rejects" -> rejects(text);
      default -> null;
    };
  }

  /** What to say about words that describe no health. */
  static String complaint(String words) {
    String first = words.strip().split(" ", 2)[0];
    boolean form = WORDS.contains(first);
    return "\"" + words + "\" is not a health" + (form ? " in its right form. " : ". ") + FORMS;
  }

  private static @Nullable Health slow(String text) {
    OptionalLong millis = Durations.parse(text);
    return millis.isPresent() ? new Health.Slow(millis.getAsLong()) : null;
  }

  private static @Nullable Health status(String text) {
    Matcher match = STATUS.matcher(text);
    if (!match.matches()) {
      return null;
    }
    int code = Integer.parseInt(match.group(1));
    String patience = match.group(2);
    if (patience == null) {
      return new Health.Status(code, null);
    }
    // The header counts whole seconds.
    long millis = Durations.parse(patience).orElse(1);
    return millis % Durations.SECOND == 0
        ? new Health.Status(code, Long.toString(millis / Durations.SECOND))
        : null;
  }

  private static @Nullable Health flapping(String text) {
    Matcher match = FLAPPING.matcher(text);
    if (!match.matches() || match.group(2).equals(match.group(4))) {
      return null;
    }
    long first = Durations.parse(match.group(1)).orElse(0);
    long second = Durations.parse(match.group(3)).orElse(0);
    return first > 0 && second > 0
        ? new Health.Flapping(match.group(2).equals("up"), first, second)
        : null;
  }

  private static @Nullable Health rejects(String text) {
    Matcher match = REJECTS.matcher(text);
    return match.matches() ? new Health.Rejects(Long.parseLong(match.group(1))) : null;
  }
}
