package io.posthorn.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of durations in settings, in the API, on the command line and in reports: a whole
 * number with a unit, such as {@code 500ms}, {@code 5s}, {@code 10m}, {@code 72h} or {@code 30d}.
 * All durations are milliseconds.
 */
public final class DurationText {
  public static final long SECOND = 1_000;
  public static final long MINUTE = 60 * SECOND;
  public static final long HOUR = 60 * MINUTE;
  public static final long DAY = 24 * HOUR;

  private static final Pattern SINGLE = Pattern.compile("([0-9]{1,13})(ms|s|m|h|d)");
  private static final Pattern PART =
      Pattern.compile("\\G *([0-9]{1,13}) ?(ms|s|m|h|d)(?![A-Za-z])");

  /** Below this, hours are easier to compare with rules of 48 and 72 hours than days are. */
  private static final long SHOWN_IN_HOURS = 100 * HOUR;

  private DurationText() {}

  /** Reads one number with its unit. Empty for any other text, and if a long cannot hold it. */
  public static OptionalLong parse(String text) {
    Matcher matcher = SINGLE.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(millis(matcher));
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Reads a sum of parts as {@link #rounded} and {@link #parts} write it, such as {@code 2h 10m};
   * {@code 0} is zero. Empty for any other text, and if a long cannot hold it.
   */
  public static OptionalLong parseParts(String text) {
    if (text.equals("0")) {
      return OptionalLong.of(0);
    }
    Matcher parts = PART.matcher(text);
    long sum = 0;
    int end = 0;
    try {
      while (parts.find()) {
        sum = Math.addExact(sum, millis(parts));
        end = parts.end();
      }
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
    return end > 0 && end == text.length() ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  /** Exact, in seconds where they are whole: {@code 5s}, {@code 1500ms}. */
  public static String exact(long millis) {
    return millis % SECOND == 0 ? millis / SECOND + "s" : millis + "ms";
  }

  /** Exact, in hours, minutes and seconds where those are whole: {@code 72h}, {@code 1m 30s}. */
  public static String parts(long millis) {
    return millis % SECOND == 0 ? parts(millis, HOUR) : millis + "ms";
  }

  /** Rounded down to seconds, with days: {@code 3d 2h 10m 5s}. */
  public static String toTheSecond(long millis) {
    return millis == 0 || millis >= SECOND ? parts(millis, DAY) : millis + "ms";
  }

  /**
   * Rounded down as a user would say it: {@code 1.5s}, {@code 2h 10m}, {@code 72h 3m}. Durations of
   * hours are shown without seconds.
   */
  public static String rounded(long millis) {
    if (millis < SECOND) {
      return millis + "ms";
    }
    if (millis < 10 * SECOND && millis % SECOND != 0) {
      return millis / SECOND + "." + millis % SECOND / 100 + "s";
    }
    long counted = millis < HOUR ? millis : millis - millis % MINUTE;
    return parts(counted, millis < SHOWN_IN_HOURS ? HOUR : DAY);
  }

  /** Exact, for sentences: the largest unit of which it is a whole number, as in {@code 10 min}. */
  public static String prose(long millis) {
    if (millis >= HOUR && millis % HOUR == 0) {
      return millis / HOUR + " h";
    }
    if (millis >= MINUTE && millis % MINUTE == 0) {
      return millis / MINUTE + " min";
    }
    return millis % SECOND == 0 ? millis / SECOND + " s" : millis + " ms";
  }

  /** For sentences, rounded down to the largest unit. */
  public static String roundedProse(long millis) {
    long unit = millis >= 2 * HOUR ? HOUR : millis >= 2 * MINUTE ? MINUTE : SECOND;
    return prose(millis - millis % unit);
  }

  private static long millis(Matcher matcher) {
    long unit =
        switch (matcher.group(2)) {
          case "ms" -> 1;
          case "s" -> SECOND;
          case "m" -> MINUTE;
          case "h" -> HOUR;
          default -> DAY;
        };
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
  }

  private static String parts(long millis, long largest) {
    List<String> parts = new ArrayList<>();
    long rest = millis;
    if (largest == DAY) {
      rest = part(parts, rest, DAY, "d");
    }
    rest = part(parts, rest, HOUR, "h");
    rest = part(parts, rest, MINUTE, "m");
    part(parts, rest, SECOND, "s");
    return parts.isEmpty() ? "0s" : String.join(" ", parts);
  }

  private static long part(List<String> parts, long millis, long unit, String name) {
    if (millis >= unit) {
      parts.add(millis / unit + name);
    }
    return millis % unit;
  }
}
