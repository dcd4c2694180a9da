package io.posthorn.core.filter;

import io.posthorn.core.json.JsonSlice;
import java.nio.charset.StandardCharsets;

/**
 * A filter that did not match, and the value it saw.
 *
 * @param pointer where the filter stands, such as {@code /filters/2/filters/0}
 * @param fieldName the field it looked at
 * @param comparison the comparison it made
 * @param saw the JSON text of the field, cut where it is long, or {@code absent} without quotes
 */
public record FilterMismatch(String pointer, String fieldName, String comparison, String saw) {
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
