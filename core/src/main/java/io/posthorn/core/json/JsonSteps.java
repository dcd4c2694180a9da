package io.posthorn.core.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A scanner that skips values in JSON text without parsing them. It skips strings, which are most
 * of an event, eight bytes at a time.
 */
public final class JsonSteps {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
  private static final long BACKSLASHES = '\\' * ONES;

  /** Exchanges the quote and the space, so that quotes are next to the control characters. */
  private static final long QUOTE_TO_SPACE = ('"' ^ ' ') * ONES;

  private static final long BEHIND_SPACE = (' ' + 1) * ONES;

  private JsonSteps() {}

  /**
   * The index of the first quote, backslash or control character from an index on; at most the
   * length of the array.
   */
  public static int toSpecial(byte[] json, int start) {
    int at = start;
    for (; at + Long.BYTES <= json.length; at += Long.BYTES) {
      long found = specialBytes((long) EIGHT_BYTES.get(json, at));
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < json.length && !isSpecial(json[at])) {
      at++;
    }
    return at;
  }

  /**
   * Marks the special bytes of a word by their highest bits; bytes above the first may be marked
   * wrongly, because a subtraction borrows from the next byte.
   */
  private static long specialBytes(long word) {
    long quoteOrControl = (word ^ QUOTE_TO_SPACE) - BEHIND_SPACE;
    long backslash = (word ^ BACKSLASHES) - ONES;
    return (quoteOrControl | backslash) & ~word & HIGH_BITS;
  }

  private static boolean isSpecial(byte b) {
    return b == '"' || b == '\\' || (b >= 0 && b < ' ');
  }

  /** The end of a value of well-formed JSON. */
  static int endOfValue(byte[] json, int start) {
    return switch (json[start]) {
      case '"' -> endOfText(json, start);
      case '{', '[' -> endOfElements(json, start + 1);
      default -> endOfWord(json, start);
    };
  }

  /** The end of the object or array that contains this index. */
  static int endOfElements(byte[] json, int start) {
    int depth = 1;
    int at = start;
    while (depth > 0) {
      switch (json[at]) {
        case '"' -> at = endOfText(json, at);
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    }
    return at;
  }

  /** The end of a text in well-formed JSON. */
  static int endOfText(byte[] json, int quote) {
    int at = toSpecial(json, quote + 1);
    while (json[at] != '"') {
      at = toSpecial(json, at + 2); // a backslash and what it escapes
    }
    return at + 1;
  }

  /** The end of a number, true, false or null. */
  private static int endOfWord(byte[] json, int start) {
    int at = start;
    while (json[at] > ' ' && json[at] != ',' && json[at] != ']' && json[at] != '}') {
      at++;
    }
    return at;
  }

  static int skipSpace(byte[] json, int start) {
    int at = start;
    while (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r') {
      at++;
    }
    return at;
  }
}
