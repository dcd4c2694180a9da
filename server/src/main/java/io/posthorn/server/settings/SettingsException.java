package io.posthorn.server.settings;

/** Settings that nothing can be started with. Its message is one line that says what to change. */
public final class SettingsException extends RuntimeException {
  /** A value pasted into the wrong place can be a whole file. */
  private static final int LONGEST_VALUE = 80;

  SettingsException(String line) {
    super(oneLine(line), null, false, false);
  }

  /**
   * The line for one thing that was found somewhere.
   *
   * @param what the key, variable or file that is wrong
   * @param source where it was found
   * @param problem what is wrong and what would be right, as a sentence without its full stop
   */
  SettingsException(String what, String source, String problem) {
    this(what + " (" + source + "): " + problem + ".");
  }

  /** The text without line breaks and other control characters. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars().forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
    return line.toString();
  }

  /** A value as it is shown in a message. */
  static String quoted(String value) {
    return value.length() <= LONGEST_VALUE
        ? '"' + value + '"'
        : '"' + value.substring(0, LONGEST_VALUE) + "...\"";
  }
}
