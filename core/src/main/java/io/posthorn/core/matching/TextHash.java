package io.posthorn.core.matching;

/**
 * A 64-bit hash of a text. For up to seven Latin characters, which covers most codes, the hash is
 * unique; for longer texts equal hashes need a comparison.
 */
final class TextHash {
  /** A value that no text hashes to. */
  static final long NONE = -1;

  private static final int MOST = 7;
  private static final int LENGTH_AT = 56;

  /** Marks a long text, in the bits where short texts store their length. */
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

  /** Returns whether equal hashes imply equal texts. */
  static boolean isExact(long number) {
    return number >>> LENGTH_AT != LONG >>> LENGTH_AT;
  }
}
