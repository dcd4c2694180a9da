package io.posthorn.server.settings;

import org.jspecify.annotations.Nullable;

/**
 * What the values of a setting look like, and how one is read from text.
 *
 * @param expected completes "is not ..." and says all that a person needs to write a right one
 */
record Kind<T>(String expected, Form form, Reading<T> reading) {
  enum Form {
    VALUE,
    /** Several values: a YAML list, or text with commas. */
    LIST,
    /** A value that is never shown, not even when it is wrong. */
    SECRET
  }

  @FunctionalInterface
  interface Reading<T> {
    /** The value, or null where the text is not what is expected. */
    @Nullable T read(String text);
  }

  static <T> Kind<T> of(String expected, Reading<T> reading) {
    return new Kind<>(expected, Form.VALUE, reading);
  }

  /** The same with the reason for its bounds. */
  Kind<T> because(String reason) {
    return new Kind<>(expected + " (" + reason + ")", form, reading);
  }

  T parse(String text) {
    T value = reading.read(text);
    if (value == null) {
      String shown = form == Form.SECRET ? "the value" : Line.quoted(text);
      throw new BadValueException(shown + " is not " + expected);
    }
    return value;
  }
}
