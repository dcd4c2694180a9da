package io.posthorn.core.filter;

import io.posthorn.core.json.JsonSlice;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A filter that did not match, and the value it found.
 *
 * @param pointer the JSON pointer of the filter, such as {@code /filters/2/filters/0}
 * @param fieldName the field it looked at
 * @param comparison the comparison it made
 * @param saw the JSON text of the field, cut where it is long, or {@code absent} without quotes
 * @param reason why it can never match such a value; null if another value of its kind could
 */
public record FilterMismatch(
    String pointer, String fieldName, String comparison, String saw, @Nullable String reason) {
  /** A filter that another value could match. */
  public FilterMismatch(String pointer, String fieldName, String comparison, String saw) {
    this(pointer, fieldName, comparison, saw, null);
  }

  static final String ABSENT = "absent";

  /** Enough for diagnosis; a field can be as large as its event. */
  private static final int LONGEST = 200;

  private static final int MOST_BYTES_OF_A_CHARACTER = 4;

  static String cut(JsonSlice value) {
    int enough = Math.min(value.length(), (LONGEST + 1) * MOST_BYTES_OF_A_CHARACTER);
    String text = new String(value.bytes(), value.start(), enough, StandardCharsets.UTF_8);
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }
}
