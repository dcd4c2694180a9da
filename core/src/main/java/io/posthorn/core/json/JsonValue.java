package io.posthorn.core.json;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One JSON value, read. Two are equal when they are the same by value: numbers however they are
 * spelled, objects in whatever order their keys come.
 *
 * <p>Arrays and objects take over the collection they are made with: it is not copied, and must not
 * be changed after that.
 */
public sealed interface JsonValue {
  JsonValue NULL = new JsonNull();
  JsonValue TRUE = new JsonBoolean(true);
  JsonValue FALSE = new JsonBoolean(false);

  /** The JSON null, which also stands for a field that is not there where the two are one. */
  record JsonNull() implements JsonValue {}

  /** True or false. */
  record JsonBoolean(boolean value) implements JsonValue {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** A number, see {@link JsonDecimal} for what it is worth. */
  record JsonNumber(JsonDecimal value) implements JsonValue {}

  /** Text, without quotes and escapes. */
  record JsonText(String value) implements JsonValue {}

  /** An array. */
  record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
      elements = Collections.unmodifiableList(elements);
    }
  }

  /** An object. */
  record JsonObject(Map<String, JsonValue> fields) implements JsonValue {
    public JsonObject {
      fields = Collections.unmodifiableMap(fields);
    }

    /** The value of a key; null where it is absent. */
    public JsonValue get(String key) {
      return fields.getOrDefault(key, NULL);
    }
  }
}
