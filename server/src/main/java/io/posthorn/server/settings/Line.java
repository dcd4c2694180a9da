package io.posthorn.server.settings;

/** Text from outside, made fit to stand in one line. */
final class Line {
  /** A value pasted into the wrong place can be a whole file. */
  private static final int LONGEST_VALUE = 80;

  private Line() {}

  /** The text without line breaks and other control characters. */
  static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars().forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
    return line.toString();
  }

  static String quoted(String value) {
    return value.length() <= LONGEST_VALUE
        ? '"' + value + '"'
        : '"' + value.substring(0, LONGEST_VALUE) + "...\"";
  }
}
