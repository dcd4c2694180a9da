package io.posthorn.sim.scenario;

import io.posthorn.core.text.DurationText;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A reader of the scenario field {@code is}: a few words, such as {@code status 503}. */
final class ReceiverHealthReader {
  static final String FORMS =
      "Write one of: healthy; down; slow 8s; status 503; status 429 retry-after 120s; "
          + "flapping 30s up, 90s down; rejects 1 of 50.";

  private static final Pattern STATUS =
      Pattern.compile("status ([2-5]\\d\\d)(?: retry-after (\\d.*))?");
  private static final Pattern FLAPPING =
      Pattern.compile("flapping (\\d.*?) (up|down),? (\\d.*?) (up|down)");
  private static final Pattern REJECTS = Pattern.compile("rejects 1 of ([1-9]\\d{0,8})");

  private ReceiverHealthReader() {}

  /** The condition that the words describe; null if they describe none. */
  static @Nullable ReceiverHealth parse(String words) {
    String text = words.strip().replaceAll("\\s+", " ");
    int end = text.indexOf(' ');
    return switch (end < 0 ? text : text.substring(0, end)) {
      case "healthy" -> end < 0 ? new ReceiverHealth.Healthy() : null;
      case "down" -> end < 0 ? new ReceiverHealth.Down() : null;
      case "slow" -> end < 0 ? null : slow(text.substring(end + 1));
      case "status" -> status(text);
      case "flapping" -> flapping(text);
      case "rejects" -> rejects(text);
      default -> null;
    };
  }

  /** The error text for words that describe no condition. */
  static String complaint(String words) {
    return "\"" + words + "\" is not a valid condition. " + FORMS;
  }

  private static @Nullable ReceiverHealth slow(String text) {
    OptionalLong millis = DurationText.parseParts(text);
    return millis.isPresent() ? new ReceiverHealth.Slow(millis.getAsLong()) : null;
  }

  private static @Nullable ReceiverHealth status(String text) {
    Matcher match = STATUS.matcher(text);
    if (!match.matches()) {
      return null;
    }
    int code = Integer.parseInt(match.group(1));
    String retryAfter = match.group(2);
    if (retryAfter == null) {
      return new ReceiverHealth.Status(code, null);
    }
    // The header counts whole seconds.
    long millis = DurationText.parseParts(retryAfter).orElse(1);
    return millis % DurationText.SECOND == 0
        ? new ReceiverHealth.Status(code, Long.toString(millis / DurationText.SECOND))
        : null;
  }

  private static @Nullable ReceiverHealth flapping(String text) {
    Matcher match = FLAPPING.matcher(text);
    if (!match.matches() || match.group(2).equals(match.group(4))) {
      return null;
    }
    long first = DurationText.parseParts(match.group(1)).orElse(0);
    long second = DurationText.parseParts(match.group(3)).orElse(0);
    return first > 0 && second > 0
        ? new ReceiverHealth.Flapping(match.group(2).equals("up"), first, second)
        : null;
  }

  private static @Nullable ReceiverHealth rejects(String text) {
    Matcher match = REJECTS.matcher(text);
    return match.matches() ? new ReceiverHealth.Rejects(Long.parseLong(match.group(1))) : null;
  }
}
