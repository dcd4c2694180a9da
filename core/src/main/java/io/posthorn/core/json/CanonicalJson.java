package io.posthorn.core.json;

import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical text of a JSON value: no white space, sorted keys, numbers by value, and only
 * necessary escapes. Equal values have equal text.
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  /** The canonical text of a value. */
  public static String of(JsonValue value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /** Appends the canonical text of a value. */
  public static void write(JsonValue value, StringBuilder out) {
    switch (value) {
      case JsonNull none -> out.append("null");
      case JsonBoolean(boolean truth) -> out.append(truth);
      case JsonNumber(JsonDecimal number) -> out.append(number);
      case JsonText(String text) -> writeText(text, out);
      case JsonArray array -> writeArray(array, out);
      case JsonObject object -> writeObject(object, out);
    }
  }

  /** Appends text with its quotes. */
  public static void writeText(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || isLoneSurrogate(text, i)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private static void writeArray(JsonArray array, StringBuilder out) {
    out.append('[');
    String separator = "";
    for (JsonValue element : array.elements()) {
      out.append(separator);
      write(element, out);
      separator = ",";
    }
    out.append(']');
  }

  private static void writeObject(JsonObject object, StringBuilder out) {
    out.append('{');
    String separator = "";
    for (Map.Entry<String, JsonValue> field : new TreeMap<>(object.fields()).entrySet()) {
      out.append(separator);
      writeText(field.getKey(), out);
      out.append(':');
      write(field.getValue(), out);
      separator = ",";
    }
    out.append('}');
  }

  /** A lone surrogate, which JSON can escape but UTF-8 cannot encode. */
  private static boolean isLoneSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
