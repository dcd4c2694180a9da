package io.posthorn.server.settings;

/** The rejection of invalid settings. The message is one line that says what to change. */
public final class SettingsException extends RuntimeException {
  /** The longest value in a message: a value pasted by mistake can be a whole file. */
  private static final int LONGEST_VALUE = 80;

  SettingsException(String line) {
    super(oneLine(line), null, false, false);
  }

  /**
   * Creates the message for one error.
   *
   * @param what the key, variable or file
   * @param source where it was found
   * @param problem what is wrong and what would be right, as a sentence without its full stop
   */
  SettingsException(String what, String source, String problem) {
    this(what + " (" + source + "): " + problem + ".");
  }

  /** Returns the text without control characters. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars().forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
    return line.toString();
  }

  /** Returns a value as shown in messages. */
  static String quoted(String value) {
    return value.length() <= LONGEST_VALUE
        ? '"' + value + '"'
        : '"' + value.substring(0, LONGEST_VALUE) + "...\"";
  }
}
