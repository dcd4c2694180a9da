package io.posthorn.core.event;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.Year;
import org.jspecify.annotations.Nullable;

/**
 * An ISO-8601 date and time with its offset, such as {@code 2026-01-31T09:30:00.250Z}, parsed
 * without a formatter, which would double the cost of parsing an event.
 *
 * <p>Seconds may be left out, a fraction has 1 to 9 digits, and an offset is {@code Z}, {@code
 * +01:00}, {@code +0100} or {@code +01}.
 */
final class IsoDateTime {
  private static final int MAX_OFFSET_MINUTES = 18 * 60;
  private static final int NANO_DIGITS = 9;

  private final String text;
  private int at;
  private boolean bad;

  private IsoDateTime(String text) {
    this.text = text;
  }

  /** The instant that the text denotes; null if it is not a date-time. */
  static @Nullable Instant parse(String text) {
    return new IsoDateTime(text).read();
  }

  private @Nullable Instant read() {
    int year = number(4, 0, 9999);
    expect('-');
    int month = number(2, 1, 12);
    expect('-');
    int day = number(2, 1, 31);
    expect('T');
    int hour = number(2, 0, 23);
    expect(':');
    int minute = number(2, 0, 59);
    int second = 0;
    int nano = 0;
    if (accept(':')) {
      second = number(2, 0, 59);
      nano = accept('.') ? fraction() : 0;
    }
    int offset = offsetMinutes();
    if (bad || at != text.length() || day > Month.of(month).length(Year.isLeap(year))) {
      return null;
    }
    long minutes =
        LocalDate.of(year, month, day).toEpochDay() * 1_440 + hour * 60L + minute - offset;
    return Instant.ofEpochSecond(minutes * 60 + second, nano);
  }

  private int offsetMinutes() {
    if (accept('Z')) {
      return 0;
    }
    int sign = accept('-') ? -1 : 1;
    if (sign > 0) {
      expect('+');
    }
    int minutes = number(2, 0, 18) * 60;
    if (accept(':') || at < text.length()) {
      minutes += number(2, 0, 59);
    }
    bad |= minutes > MAX_OFFSET_MINUTES;
    return sign * minutes;
  }

  private int fraction() {
    int nano = 0;
    int digits = 0;
    while (digits < NANO_DIGITS && isDigit()) {
      nano = nano * 10 + (text.charAt(at++) - '0');
      digits++;
    }
    bad |= digits == 0;
    for (; digits < NANO_DIGITS; digits++) {
      nano *= 10;
    }
    return nano;
  }

  private int number(int digits, int min, int max) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      if (!isDigit()) {
        bad = true;
        return min;
      }
      value = value * 10 + (text.charAt(at++) - '0');
    }
    bad |= value < min || value > max;
    return value;
  }

  private boolean isDigit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean accept(char c) {
    boolean found = at < text.length() && text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private void expect(char c) {
    bad |= !accept(c);
  }
}
