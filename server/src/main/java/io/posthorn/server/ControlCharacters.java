package io.posthorn.server;

/** Control characters: they could end a line, move a cursor or reverse the reading direction. */
public final class ControlCharacters {
  private ControlCharacters() {}

  /** Returns whether a code point is a control character or an unpaired surrogate. */
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
