package io.posthorn.core.event;

import java.util.Optional;

/** The W3C trace context of a request; an invalid one is ignored. */
public final class Traceparent {
  private static final int VERSION_END = 2;
  private static final int TRACE_END = 35;
  private static final int PARENT_END = 52;
  private static final int LENGTH = 55;

  /** The longest accepted header: later versions may append fields. */
  private static final int LONGEST = 255;

  private Traceparent() {}

  public static Optional<String> parse(String text) {
    return isValid(text) ? Optional.of(text) : Optional.empty();
  }

  private static boolean isValid(String text) {
    if (text.length() < LENGTH || text.length() > LONGEST) {
      return false;
    }
    boolean parts =
        isHex(text, 0, VERSION_END)
            && text.charAt(VERSION_END) == '-'
            && isId(text, VERSION_END + 1, TRACE_END)
            && text.charAt(TRACE_END) == '-'
            && isId(text, TRACE_END + 1, PARENT_END)
            && text.charAt(PARENT_END) == '-'
            && isHex(text, PARENT_END + 1, LENGTH);
    return parts && !text.startsWith("ff") && hasGoodEnd(text);
  }

  private static boolean hasGoodEnd(String text) {
    if (text.length() == LENGTH) {
      return true;
    }
    return !text.startsWith("00")
        && text.charAt(LENGTH) == '-'
        && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  /** Returns whether a text is a hexadecimal id that is not all zeros. */
  private static boolean isId(String text, int start, int end) {
    return isHex(text, start, end) && text.substring(start, end).chars().anyMatch(c -> c != '0');
  }

  private static boolean isHex(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }
}
