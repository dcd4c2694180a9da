package io.posthorn.app;

import io.posthorn.server.ControlCharacters;
import java.util.Locale;

/**
 * Text from elsewhere as a terminal may get it: what could move the cursor, change colours or turn
 * the direction of reading is shown as its code instead of being obeyed.
 */
final class Printable {
  private Printable() {}

  /** One line: line breaks and tabs are shown as codes too. */
  static String line(String text) {
    if (text.codePoints().noneMatch(ControlCharacters::include)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (ControlCharacters.include(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** One line of at most so many characters; what is cut off is marked. */
  static String line(String text, int longest) {
    String line = line(text);
    if (line.codePointCount(0, line.length()) <= longest) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, longest - 2)) + "..";
  }
}
