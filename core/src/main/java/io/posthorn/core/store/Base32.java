package io.posthorn.core.store;

import java.util.Optional;

/**
 * The text form of ids: Crockford's Base32, which sorts like the number and has no letters that
 * look like digits.
 */
public final class Base32 {
  /** 26 digits of 5 bits hold 128 bits, with 2 to spare: the first digit is at most 7. */
  public static final int LENGTH_128 = 26;

  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private Base32() {}

  /** Creates an id from its two halves. */
  public interface Of128<T> {
    T of(long high, long low);
  }

  public static String encode128(long high, long low) {
    char[] text = new char[LENGTH_128];
    long h = high;
    long l = low;
    for (int i = LENGTH_128 - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (l & 31));
      l = (l >>> 5) | (h << 59);
      h >>>= 5;
    }
    return new String(text);
  }

  /** The id in a text of {@code prefix} and 26 digits; empty for any other text. */
  public static <T> Optional<T> parse128(String prefix, String text, Of128<T> maker) {
    if (text.length() != prefix.length() + LENGTH_128 || !text.startsWith(prefix)) {
      return Optional.empty();
    }
    long high = 0;
    long low = 0;
    for (int i = prefix.length(); i < text.length(); i++) {
      int digit = DIGITS.indexOf(text.charAt(i));
      if (digit < 0 || (i == prefix.length() && digit > 7)) {
        return Optional.empty();
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | digit;
    }
    return Optional.of(maker.of(high, low));
  }

  /** A non-negative number, without leading zeros. */
  public static String encodeInt(int value) {
    StringBuilder text = new StringBuilder();
    int rest = value;
    do {
      text.append(DIGITS.charAt(rest & 31));
      rest >>>= 5;
    } while (rest != 0);
    return text.reverse().toString();
  }

  /** The number in a text; empty if it is not a number or too large. */
  public static Optional<Integer> parseInt(String text) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = DIGITS.indexOf(text.charAt(i));
      value = (value << 5) | digit;
      if (digit < 0 || value > Integer.MAX_VALUE) {
        return Optional.empty();
      }
    }
    return text.isEmpty() ? Optional.empty() : Optional.of((int) value);
  }
}
