package io.posthorn.core.retry;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A receiver's {@code Retry-After}: seconds, or one of the three date forms that RFC 9110 knows.
 * Anything else is ignored.
 */
public final class RetryAfter {
  /** Ten years; longer delays are capped to it. */
  private static final long MOST_SECONDS = 10L * 365 * 24 * 3600;

  /** In English, because the root locale has no long weekday names. */
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEEE, dd-MMM-uu HH:mm:ss 'GMT'", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH));

  private RetryAfter() {}

  /** The time that a header denotes, in milliseconds; empty if the header is invalid. */
  public static OptionalLong timeOf(String header, long now) {
    String text = header.strip();
    if (text.isEmpty() || text.length() > 64) {
      return OptionalLong.empty();
    }
    return text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? OptionalLong.of(now + 1000 * seconds(text))
        : date(text);
  }

  private static long seconds(String digits) {
    long value = 0;
    for (int i = 0; i < digits.length() && value < MOST_SECONDS; i++) {
      value = value * 10 + (digits.charAt(i) - '0');
    }
    return Math.min(value, MOST_SECONDS);
  }

  private static OptionalLong date(String text) {
    for (DateTimeFormatter form : DATES) {
      try {
        LocalDateTime time = LocalDateTime.parse(text, form);
        return OptionalLong.of(time.toInstant(ZoneOffset.UTC).toEpochMilli());
      } catch (DateTimeException | ArithmeticException e) {
        // Not in this format, perhaps in the next; or a year out of range.
      }
    }
    return OptionalLong.empty();
  }
}
