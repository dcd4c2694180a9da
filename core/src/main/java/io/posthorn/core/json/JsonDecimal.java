package io.posthorn.core.json;

import org.jspecify.annotations.Nullable;

/**
 * A JSON number by its exact value: {@code sign * 0.DIGITS * 10^magnitude}.
 *
 * <p>The digits neither begin nor end with a zero, so every value has one form only: equality is
 * that of the parts, and the order is that of sign, magnitude and digits, read as text. Nothing is
 * ever scaled up, so {@code 1e999999999} costs no more than {@code 1}.
 *
 * @param sign -1, 0 or 1
 * @param digits the significant digits; empty for zero
 * @param magnitude the position of the decimal point; 0 for zero
 */
public record JsonDecimal(int sign, String digits, long magnitude)
    implements Comparable<JsonDecimal> {
  private static final JsonDecimal ZERO = new JsonDecimal(0, "", 0);

  /**
   * Magnitudes beyond this are treated as equal, so that arithmetic on them never overflows a long.
   */
  private static final long LIMIT = 100_000_000_000_000_000L;

  private static final long BEYOND = 10 * LIMIT;

  // Plain notation in the same range as ECMAScript writes it, so that canonical text looks
  // familiar.
  private static final int PLAIN_ABOVE = -6;
  private static final int PLAIN_UP_TO = 21;

  /** The value of a number token that is known to be well-formed. */
  public static JsonDecimal of(String token) {
    JsonDecimal value = read(token);
    if (value == null) {
      throw new IllegalArgumentException("not a JSON number: " + token);
    }
    return value;
  }

  /** The value of a text that is exactly a JSON number, else null: {@code 007} is text. */
  public static @Nullable JsonDecimal ofText(String text) {
    JsonDecimal value = read(text);
    return value == null || value.isBeyondLimit() ? null : value;
  }

  /** Returns whether the number is too large or too small to be compared exactly. */
  public boolean isBeyondLimit() {
    return Math.abs(magnitude) == BEYOND;
  }

  @Override
  public int compareTo(JsonDecimal that) {
    if (sign != that.sign) {
      return Integer.compare(sign, that.sign);
    }
    int byMagnitude = Long.compare(magnitude, that.magnitude);
    int bySize = byMagnitude != 0 ? byMagnitude : digits.compareTo(that.digits);
    return sign < 0 ? -bySize : bySize;
  }

  /** The one way this value is written as JSON. */
  @Override
  public String toString() {
    if (sign == 0) {
      return "0";
    }
    String minus = sign < 0 ? "-" : "";
    int length = digits.length();
    if (magnitude > PLAIN_ABOVE && magnitude <= 0) {
      return minus + "0." + "0".repeat((int) -magnitude) + digits;
    }
    if (magnitude > 0 && magnitude < length) {
      int point = (int) magnitude;
      return minus + digits.substring(0, point) + "." + digits.substring(point);
    }
    if (magnitude >= length && magnitude <= PLAIN_UP_TO) {
      return minus + digits + "0".repeat((int) magnitude - length);
    }
    String fraction = length == 1 ? "" : "." + digits.substring(1);
    return minus + digits.charAt(0) + fraction + "e" + (magnitude - 1);
  }

  private static @Nullable JsonDecimal read(String text) {
    boolean negative = text.startsWith("-");
    int whole = negative ? 1 : 0;
    int wholeEnd = skipDigits(text, whole);
    if (wholeEnd == whole || (wholeEnd > whole + 1 && text.charAt(whole) == '0')) {
      return null;
    }
    int end = wholeEnd;
    String fraction = "";
    if (end < text.length() && text.charAt(end) == '.') {
      int start = end + 1;
      end = skipDigits(text, start);
      if (end == start) {
        return null;
      }
      fraction = text.substring(start, end);
    }
    long exponent = 0;
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int start = end + 1;
      boolean signed = start < text.length() && "+-".indexOf(text.charAt(start)) >= 0;
      int exponentDigits = signed ? start + 1 : start;
      end = skipDigits(text, exponentDigits);
      if (end == exponentDigits) {
        return null;
      }
      exponent = exponent(text, exponentDigits, end);
      exponent = signed && text.charAt(start) == '-' ? -exponent : exponent;
    }
    if (end != text.length()) {
      return null;
    }
    return normal(negative, text.substring(whole, wholeEnd), fraction, exponent);
  }

  private static JsonDecimal normal(
      boolean negative, String whole, String fraction, long exponent) {
    String all = fraction.isEmpty() ? whole : whole + fraction;
    int first = 0;
    while (first < all.length() && all.charAt(first) == '0') {
      first++;
    }
    if (first == all.length()) {
      return ZERO;
    }
    int last = all.length();
    while (all.charAt(last - 1) == '0') {
      last--;
    }
    long magnitude = whole.length() - first + exponent;
    if (Math.abs(magnitude) > LIMIT) {
      magnitude = magnitude > 0 ? BEYOND : -BEYOND;
    }
    return new JsonDecimal(negative ? -1 : 1, all.substring(first, last), magnitude);
  }

  private static long exponent(String text, int start, int end) {
    int first = start;
    while (first < end - 1 && text.charAt(first) == '0') {
      first++;
    }
    boolean fitsLong = end - first <= 18;
    return fitsLong ? Long.parseLong(text, first, end, 10) : BEYOND;
  }

  private static int skipDigits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }
}
