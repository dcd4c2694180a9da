package io.posthorn.core.message;

import io.posthorn.core.json.JsonSlice;
import java.util.Arrays;

/**
 * The byte ranges of a state that are left out of a message.
 *
 * <p>In v1 an array of one element among the state's fields is sent as that element: the brackets
 * and everything between them and the element are omitted. Nothing else is touched, and arrays
 * further down stay as they are.
 */
final class OmittedRanges {
  static final OmittedRanges NONE = new OmittedRanges();

  private int[] bounds = {};
  private int size;

  private OmittedRanges() {}

  /** The ranges that v1 omits from a state. */
  static OmittedRanges ofSingleElementArrays(JsonSlice state) {
    OmittedRanges cuts = new OmittedRanges();
    byte[] json = state.bytes();
    // The state is a well-formed object, so the first thing after each colon here is a value.
    int at = state.start() + 1;
    while (at < state.end()) {
      if (json[at] == '"') {
        at = endOfText(json, at);
      } else if (json[at] == ':') {
        at = cuts.afterValue(json, skipSpace(json, at + 1));
      } else {
        at++;
      }
    }
    return cuts;
  }

  int count() {
    return size / 2;
  }

  int start(int i) {
    return bounds[2 * i];
  }

  int end(int i) {
    return bounds[2 * i + 1];
  }

  /** The total number of omitted bytes. */
  int length() {
    int length = 0;
    for (int i = 0; i < count(); i++) {
      length += end(i) - start(i);
    }
    return length;
  }

  private int afterValue(byte[] json, int start) {
    if (json[start] != '[') {
      return endOfValue(json, start);
    }
    int first = skipSpace(json, start + 1);
    if (json[first] == ']') {
      return first + 1;
    }
    int afterFirst = endOfValue(json, first);
    int next = skipSpace(json, afterFirst);
    if (json[next] == ']') {
      add(start, first);
      add(afterFirst, next + 1);
      return next + 1;
    }
    return endOfElements(json, next);
  }

  private void add(int start, int end) {
    if (size == bounds.length) {
      bounds = Arrays.copyOf(bounds, Math.max(8, size * 2));
    }
    bounds[size++] = start;
    bounds[size++] = end;
  }

  private static int endOfValue(byte[] json, int start) {
    return switch (json[start]) {
      case '"' -> endOfText(json, start);
      case '{', '[' -> endOfElements(json, start + 1);
      default -> endOfWord(json, start);
    };
  }

  /** The end of the object or array that contains this index. */
  private static int endOfElements(byte[] json, int start) {
    int depth = 1;
    int at = start;
    while (depth > 0) {
      switch (json[at]) {
        case '"' -> at = endOfText(json, at);
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    }
    return at;
  }

  private static int endOfText(byte[] json, int quote) {
    int at = quote + 1;
    while (json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  /** The end of a number, true, false or null. */
  private static int endOfWord(byte[] json, int start) {
    int at = start;
    while (json[at] > ' ' && json[at] != ',' && json[at] != ']' && json[at] != '}') {
      at++;
    }
    return at;
  }

  private static int skipSpace(byte[] json, int start) {
    int at = start;
    while (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r') {
      at++;
    }
    return at;
  }
}
