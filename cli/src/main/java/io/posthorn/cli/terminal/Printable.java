package io.posthorn.cli.terminal;

import java.util.Locale;

/**
 * The printable form of external text: characters that could move the cursor, change colours or
 * reverse the text direction are shown as escape codes.
 */
public final class Printable {
  private Printable() {}

  /** Returns one line: line breaks and tabs are escaped too. */
  public static String line(String text) {
    if (text.codePoints().noneMatch(Printable::isControl)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isControl(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** Returns one line of at most {@code longest} characters; a cut is marked. */
  public static String line(String text, int longest) {
    String line = line(text);
    if (line.codePointCount(0, line.length()) <= longest) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, longest - 2)) + "..";
  }

  private static boolean isControl(int codePoint) {
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
