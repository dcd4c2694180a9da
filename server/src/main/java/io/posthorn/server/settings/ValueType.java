package io.posthorn.server.settings;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a setting: its format and its parser.
 *
 * @param expected completes "is not ..." and describes the valid format
 */
record ValueType<T>(String expected, Form form, Reader<T> reader) {
  enum Form {
    VALUE,
    /** Several values: a YAML list, or text with commas. */
    LIST,
    /** A value that is never shown, not even when it is wrong. */
    SECRET
  }

  @FunctionalInterface
  interface Reader<T> {
    /**
     * Returns the value, or null if the text is not as expected.
     *
     * @throws BadValueException for an error with its own explanation
     */
    @Nullable T read(String text);
  }

  /** The rejection of an invalid value; the message completes "key (source): ". */
  static final class BadValueException extends RuntimeException {
    BadValueException(String problem) {
      super(problem, null, false, false);
    }
  }

  static <T> ValueType<T> of(String expected, Reader<T> reader) {
    return new ValueType<>(expected, Form.VALUE, reader);
  }

  static <T> ValueType<T> secret(String expected, Reader<T> reader) {
    return new ValueType<>(expected, Form.SECRET, reader);
  }

  static <E> ValueType<List<E>> listOf(String expected, Reader<E> element) {
    ValueType<E> one = of(expected, element);
    return new ValueType<>(
        "a list, each element " + expected,
        Form.LIST,
        text -> elements(text).stream().map(one::parse).toList());
  }

  /** Returns the elements of a comma-separated list. */
  static List<String> elements(String text) {
    return text.isBlank()
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  /** Returns a copy that explains its bounds. */
  ValueType<T> because(String reason) {
    return new ValueType<>(expected + " (" + reason + ")", form, reader);
  }

  /**
   * Reads a value.
   *
   * @throws BadValueException if the text is not as expected
   */
  T parse(String text) {
    T value = reader.read(text);
    if (value == null) {
      String shown = form == Form.SECRET ? "the value" : SettingsException.quoted(text);
      throw new BadValueException(shown + " is not " + expected);
    }
    return value;
  }
}
