package io.posthorn.core.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The byte ranges of a state that are left out in v1.
 *
 * <p>In v1 an array of one element among the state's fields, and among those of {@code
 * parameterValues}, is sent as that element: the brackets and everything between them and the
 * element are omitted. Nothing else is touched, and arrays further down stay as they are.
 */
public final class OmittedRanges {
  public static final OmittedRanges NONE = new OmittedRanges();

  /** Workfront's custom fields: the only object whose fields count like those of the state. */
  private static final byte[] CUSTOM_FIELDS =
      "\"parameterValues\"".getBytes(StandardCharsets.US_ASCII);

  private int[] bounds = {};
  private int size;

  private OmittedRanges() {}

  /** The ranges that v1 omits from a state. */
  public static OmittedRanges ofSingleElementArrays(JsonSlice state) {
    OmittedRanges cuts = new OmittedRanges();
    cuts.afterFields(state.bytes(), state.start(), true);
    return cuts;
  }

  /** The state without the ranges; the same slice if there are none. */
  public JsonSlice appliedTo(JsonSlice state) {
    if (size == 0) {
      return state;
    }
    byte[] rest = new byte[state.length() - length()];
    int from = state.start();
    int to = 0;
    for (int i = 0; i <= count(); i++) {
      int end = i == count() ? state.end() : start(i);
      System.arraycopy(state.bytes(), from, rest, to, end - from);
      to += end - from;
      from = i == count() ? end : end(i);
    }
    return new JsonSlice(rest, 0, rest.length);
  }

  /**
   * Collects the ranges of an object's fields, and returns its end.
   *
   * @param whole whether it is the state itself, whose custom fields count as well
   */
  private int afterFields(byte[] json, int start, boolean whole) {
    // The object is well-formed, so the first thing after each colon here is a value.
    int at = start + 1;
    int key = at;
    while (json[at] != '}') {
      if (json[at] == '"') {
        key = at;
        at = JsonSteps.endOfText(json, at);
      } else if (json[at] == ':') {
        int value = JsonSteps.skipSpace(json, at + 1);
        boolean custom = whole && json[value] == '{' && isCustomFields(json, key);
        at = custom ? afterFields(json, value, false) : afterValue(json, value);
      } else {
        at++;
      }
    }
    return at + 1;
  }

  private static boolean isCustomFields(byte[] json, int key) {
    int end = key + CUSTOM_FIELDS.length;
    return end <= json.length
        && Arrays.equals(json, key, end, CUSTOM_FIELDS, 0, CUSTOM_FIELDS.length);
  }

  public int count() {
    return size / 2;
  }

  public int start(int i) {
    return bounds[2 * i];
  }

  public int end(int i) {
    return bounds[2 * i + 1];
  }

  /** The total number of omitted bytes. */
  public int length() {
    int length = 0;
    for (int i = 0; i < count(); i++) {
      length += end(i) - start(i);
    }
    return length;
  }

  private int afterValue(byte[] json, int start) {
    if (json[start] != '[') {
      return JsonSteps.endOfValue(json, start);
    }
    int first = JsonSteps.skipSpace(json, start + 1);
    if (json[first] == ']') {
      return first + 1;
    }
    int afterFirst = JsonSteps.endOfValue(json, first);
    int next = JsonSteps.skipSpace(json, afterFirst);
    if (json[next] == ']') {
      add(start, first);
      add(afterFirst, next + 1);
      return next + 1;
    }
    return JsonSteps.endOfElements(json, next);
  }

  private void add(int start, int end) {
    if (size == bounds.length) {
      bounds = Arrays.copyOf(bounds, Math.max(8, size * 2));
    }
    bounds[size++] = start;
    bounds[size++] = end;
  }
}
