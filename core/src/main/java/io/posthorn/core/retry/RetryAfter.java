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
 * Anything else is garbage and says nothing.
 */
public final class RetryAfter {
  /** As many seconds as anybody can mean; more digits than this are cut to it. */
  private static final long MOST_SECONDS = 10L * 365 * 24 * 3600;

  /** In English, since the neutral locale has no long names of weekdays. */
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEEE, dd-MMM-uu HH:mm:ss 'GMT'", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH));

  private RetryAfter() {}

  /** The moment that a header's text names, in milliseconds; nothing where it names none. */
  public static OptionalLong momentOf(String header, long now) {
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
        // Not in this form: perhaps in the next. Or a year that no clock will ever show.
      }
    }
    return OptionalLong.empty();
  }
}
