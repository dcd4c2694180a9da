package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How lengths of time are written: {@code 84800ms}, {@code 5s}, {@code 10m}, {@code 72h}. */
final class Durations {
  static final long SECOND = 1_000;
  static final long MINUTE = 60 * SECOND;
  static final long HOUR = 60 * MINUTE;
  static final long DAY = 24 * HOUR;

  /** Nine digits of any unit stay far below what a long of milliseconds holds, sums included. */
  private static final Pattern PART = Pattern.compile("\\G *(\\d{1,9}) ?(ms|s|m|h|d)(?![a-z])");

  /** Below this, hours are easier to compare with rules of 48 and 72 hours than days are. */
  private static final long COUNTED_IN_HOURS = 100 * HOUR;

  private Durations() {}

  /** Reads one part, or several as the reports write them ({@code 2h 10m}); {@code 0} is zero. */
  static OptionalLong parse(String text) {
    if (text.equals("0")) {
      return OptionalLong.of(0);
    }
    Matcher parts = PART.matcher(text);
    long sum = 0;
    int end = 0;
    while (parts.find()) {
      sum += Long.parseLong(parts.group(1)) * unit(parts.group(2));
      end = parts.end();
    }
    return end > 0 && end == text.length() ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  private static long unit(String name) {
    return switch (name) {
      case "ms" -> 1;
      case "s" -> SECOND;
      case "m" -> MINUTE;
      case "h" -> HOUR;
      case "d" -> DAY;
      default -> throw new IllegalArgumentException("no unit of time: " + name);
    };
  }

  /**
   * A length of time as a person says it: {@code 2h 10m}, {@code 72h 3m}, {@code 1.5s}. Beside
   * hours nobody counts seconds.
   */
  static String length(long millis) {
    if (millis < SECOND) {
      return millis + "ms";
    }
    if (millis < 10 * SECOND && millis % SECOND != 0) {
      return millis / SECOND + "." + millis % SECOND / 100 + "s";
    }
    long counted = millis < HOUR ? millis : millis - millis % MINUTE;
    return parts(counted, millis < COUNTED_IN_HOURS ? HOUR : DAY);
  }

  /** A moment since the start, to the second: {@code 3d 2h 10m 5s}. */
  static String moment(long millis) {
    return millis < SECOND ? millis == 0 ? "0s" : millis + "ms" : parts(millis, DAY);
  }

  /** A setting's value, in one unit where that is exact. */
  static String setting(long millis) {
    return millis % SECOND == 0 ? parts(millis, HOUR) : millis + "ms";
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
