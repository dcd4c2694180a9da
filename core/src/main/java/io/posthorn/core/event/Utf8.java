package io.posthorn.core.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Strict UTF-8 validation by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF,
 * nothing truncated. The JSON parser alone lets some of these pass.
 */
final class Utf8 {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private Utf8() {}

  /** The index of the first invalid byte sequence; -1 if there is none. */
  static int firstInvalid(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (at + Long.BYTES <= bytes.length && ((long) EIGHT_BYTES.get(bytes, at) & HIGH_BITS) == 0) {
        at += Long.BYTES;
      } else {
        int length = characterLength(bytes, at);
        if (length == 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }

  /** The length in bytes of the character at this index; 0 if it is invalid. */
  private static int characterLength(byte[] bytes, int at) {
    int first = bytes[at] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    int second = at + 1 < bytes.length ? bytes[at + 1] & 0xFF : 0;
    if (first >= 0xC2 && first <= 0xDF) {
      return isBetween(0x80, second, 0xBF) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
      int lowest = first == 0xE0 ? 0xA0 : 0x80; // less would be overlong
      int highest = first == 0xED ? 0x9F : 0xBF; // more would be a surrogate
      return isBetween(lowest, second, highest) && continues(bytes, at + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
      int lowest = first == 0xF0 ? 0x90 : 0x80; // less would be overlong
      int highest = first == 0xF4 ? 0x8F : 0xBF; // more would be above U+10FFFF
      return isBetween(lowest, second, highest)
              && continues(bytes, at + 2)
              && continues(bytes, at + 3)
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean isBetween(int lowest, int value, int highest) {
    return value >= lowest && value <= highest;
  }

  private static boolean continues(byte[] bytes, int at) {
    return at < bytes.length && (bytes[at] & 0xC0) == 0x80;
  }
}
