package io.posthorn.core.text;

/** External text in a form that is safe for a log line, a terminal or a response. */
public final class PlainText {
  private PlainText() {}

  /**
   * Returns whether a character could end a line, move a cursor or reverse the reading direction.
   */
  public static boolean isControl(int codePoint) {
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

  /** The text on one line, with spaces for control characters, truncated to a length. */
  public static String of(String text, int maxLength) {
    StringBuilder plain = new StringBuilder(Math.min(text.length(), maxLength));
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int shown = isControl(c) ? ' ' : c;
      if (plain.length() + Character.charCount(shown) > maxLength) {
        break;
      }
      plain.appendCodePoint(shown);
    }
    return plain.toString().strip();
  }

  /** The text with its lines and tabs, and with escape codes for other control characters. */
  public static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isControl(c) && c != '\n' && c != '\r' && c != '\t') {
                safe.append("\\u%04x".formatted(c));
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }
}
