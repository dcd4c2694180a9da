package io.posthorn.core.matching;

/**
 * A text as one number. Up to seven Latin letters, as most codes have, the number is the text
 * itself; a longer text shares its number with others, and has to be compared after it.
 */
final class TextHash {
  /** What no text gives. */
  static final long NONE = -1;

  private static final int MOST = 7;
  private static final int LENGTH_AT = 56;

  /** Stands where short texts have their length. */
  private static final long LONG = 0x7FL << LENGTH_AT;

  private TextHash() {}

  static long of(String text) {
    int length = text.length();
    if (length > MOST) {
      return LONG | (text.hashCode() & 0xFFFF_FFFFL);
    }
    long packed = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 0xFF) {
        return LONG | (text.hashCode() & 0xFFFF_FFFFL);
      }
      packed = (packed << 8) | c;
    }
    return packed << (8 * (MOST - length));
  }

  /** Whether texts of this number are equal without further ado. */
  static boolean saysAll(long number) {
    return number >>> LENGTH_AT != LONG >>> LENGTH_AT;
  }
}
