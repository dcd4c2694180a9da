package io.posthorn.server;

/** Characters that could end a line, move a cursor or turn the direction of reading. */
public final class ControlCharacters {
  private ControlCharacters() {}

  /** Whether a code point is one of them, or half of a character. */
  public static boolean include(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
