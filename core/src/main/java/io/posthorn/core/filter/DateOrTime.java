package io.posthorn.core.filter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An ISO-8601 date or date-time.
 *
 * <p>Two date-times are compared as instants; one without an offset is in UTC. A date is the whole
 * day: it is compared with the written date of a date-time, so that {@code lte 2026-01-31} holds
 * until the end of that day in the date-time's own offset.
 *
 * @param epochDay the date as it is written
 * @param isDate whether there is no time of day
 * @param epochSecond the instant
 * @param nano the fraction of its second
 */
record DateOrTime(long epochDay, boolean isDate, long epochSecond, int nano) {
  private static final String DATE = "(\\d{4})-(\\d{2})-(\\d{2})";
  // Workfront writes milliseconds after a colon: 10:00:00:000-0800.
  private static final String TIME =
      "T(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9})|:(\\d{3}))?)?";
  private static final String OFFSET = "(?:Z|([+-])(\\d{2})(?::?(\\d{2}))?)?";
  private static final Pattern FORM = Pattern.compile(DATE + "(?:" + TIME + OFFSET + ")?");

  private static final int SHORTEST = "2026-01-01".length();
  private static final int LONGEST = "2026-01-01T10:00:00.123456789+00:00".length();
  private static final int SECONDS_A_DAY = 86_400;

  /** The time that a text denotes, or null if it is other text. */
  static @Nullable DateOrTime of(String text) {
    if (text.length() < SHORTEST || text.length() > LONGEST || text.charAt(4) != '-') {
      return null;
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return null;
    }
    int year = number(form.group(1));
    int month = number(form.group(2));
    int day = number(form.group(3));
    if (month < 1 || month > 12 || !YearMonth.of(year, month).isValidDay(day)) {
      return null;
    }
    long epochDay = LocalDate.of(year, month, day).toEpochDay();
    return form.group(4) == null
        ? new DateOrTime(epochDay, true, epochDay * SECONDS_A_DAY, 0)
        : withTime(epochDay, form);
  }

  private static @Nullable DateOrTime withTime(long epochDay, Matcher form) {
    int hour = number(form.group(4));
    int minute = number(form.group(5));
    int second = number(form.group(6));
    int offsetHour = number(form.group(10));
    int offsetMinute = number(form.group(11));
    if (hour > 23 || minute > 59 || second > 59 || offsetHour > 18 || offsetMinute > 59) {
      return null;
    }
    int offset = (offsetHour * 60 + offsetMinute) * 60;
    int ofDay = (hour * 60 + minute) * 60 + second;
    long local = epochDay * SECONDS_A_DAY + ofDay;
    long instant = "-".equals(form.group(9)) ? local + offset : local - offset;
    String fraction = form.group(7) != null ? form.group(7) : form.group(8);
    return new DateOrTime(epochDay, false, instant, nanos(fraction));
  }

  int compareWith(DateOrTime that) {
    if (isDate || that.isDate) {
      return Long.compare(epochDay, that.epochDay);
    }
    int bySecond = Long.compare(epochSecond, that.epochSecond);
    return bySecond != 0 ? bySecond : Integer.compare(nano, that.nano);
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static int nanos(@Nullable String fraction) {
    return fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
  }
}
