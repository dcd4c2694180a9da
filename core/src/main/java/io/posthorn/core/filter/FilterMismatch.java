package io.posthorn.core.filter;

import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A filter that did not match, and the value it found.
 *
 * @param pointer the JSON pointer of the filter, such as {@code /filters/2/filters/0}
 * @param fieldName the field it looked at
 * @param comparison the comparison it made
 * @param expected the JSON text of the value it compared with, cut where it is long; null where the
 *     comparison takes none
 * @param saw the JSON text of the field, cut where it is long, or {@code absent} without quotes
 * @param reason why it can never match such a value; null if another value of its kind could
 */
public record FilterMismatch(
    String pointer,
    String fieldName,
    String comparison,
    @Nullable String expected,
    String saw,
    @Nullable String reason) {
  /** A filter that another value could match. */
  public FilterMismatch(
      String pointer, String fieldName, String comparison, @Nullable String expected, String saw) {
    this(pointer, fieldName, comparison, expected, saw, null);
  }

  /** A text that the event should have had, and the one that it has; null for none. */
  public static FilterMismatch ofText(String field, String expected, @Nullable String saw) {
    return new FilterMismatch(
        "/" + field,
        field,
        "eq",
        cut(CanonicalJson.of(new JsonText(expected))),
        saw == null ? ABSENT : cut(CanonicalJson.of(new JsonText(saw))));
  }

  static final String ABSENT = "absent";

  /** Enough for diagnosis; a field can be as large as its event. */
  private static final int LONGEST = 200;

  private static final int MOST_BYTES_OF_A_CHARACTER = 4;

  static String cut(JsonSlice value) {
    int enough = Math.min(value.length(), (LONGEST + 1) * MOST_BYTES_OF_A_CHARACTER);
    return cut(new String(value.bytes(), value.start(), enough, StandardCharsets.UTF_8));
  }

  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }
}
