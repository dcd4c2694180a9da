package io.posthorn.cli.terminal;

import java.util.Locale;

/**
 * Text from elsewhere as a terminal may get it: what could move the cursor, change colours or turn
 * the direction of reading is shown as its code instead of being obeyed.
 */
public final class Printable {
  private Printable() {}

  /** One line: line breaks and tabs are shown as codes too. */
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

  /** One line of at most so many characters; what is cut off is marked. */
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
