package io.posthorn.server.settings;

/** Settings that nothing can be started with. Its message is one line that says what to change. */
public final class SettingsException extends RuntimeException {
  SettingsException(String line) {
    super(Line.of(line), null, false, false);
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
}
