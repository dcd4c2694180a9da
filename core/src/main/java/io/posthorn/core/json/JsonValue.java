package io.posthorn.core.json;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A parsed JSON value. Equality is by value: the spelling of numbers and the order of keys do not
 * matter.
 *
 * <p>Arrays and objects keep the collection they are created with: it is not copied, and must not
 * be changed afterwards.
 */
public sealed interface JsonValue {
  JsonValue NULL = new JsonNull();
  JsonValue TRUE = new JsonBoolean(true);
  JsonValue FALSE = new JsonBoolean(false);

  /** The JSON null, which also stands for an absent field where the two are equivalent. */
  record JsonNull() implements JsonValue {}

  /** True or false. */
  record JsonBoolean(boolean value) implements JsonValue {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** A number; see {@link JsonDecimal} for its value. */
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
