package io.posthorn.core.filter;

import io.posthorn.core.json.JsonDecimal;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.List;
import java.util.Map;

/**
 * Equality between a filter's value and an event's value.
 *
 * <ul>
 *   <li>A number or a boolean equals the text that spells it; two texts are equal only character by
 *       character.
 *   <li>Arrays are equal if they have the same length and their elements are equal in order.
 *   <li>An object equals one in which every given leaf is equal; other keys are ignored. An empty
 *       object is a leaf: it equals only an empty object, since otherwise it would match every
 *       object.
 * </ul>
 */
final class Equality {
  private Equality() {}

  static boolean equal(JsonValue given, JsonValue seen) {
    return switch (given) {
      case JsonNull none -> seen instanceof JsonNull;
      case JsonBoolean truth ->
          seen instanceof JsonText(String text)
              ? text.equals(truth.toString())
              : truth.equals(seen);
      case JsonNumber number ->
          seen instanceof JsonText(String text)
              ? number.value().equals(JsonDecimal.ofText(text))
              : number.equals(seen);
      case JsonText(String text) -> equalsText(text, seen);
      case JsonArray(List<JsonValue> elements) ->
          seen instanceof JsonArray array && equalElements(elements, array.elements());
      case JsonObject(Map<String, JsonValue> leaves) ->
          seen instanceof JsonObject object && hasAll(leaves, object);
    };
  }

  private static boolean equalsText(String given, JsonValue seen) {
    return switch (seen) {
      case JsonText(String text) -> text.equals(given);
      case JsonNumber(JsonDecimal number) -> number.equals(JsonDecimal.ofText(given));
      case JsonBoolean truth -> truth.toString().equals(given);
      case JsonNull none -> false;
      case JsonArray array -> false;
      case JsonObject object -> false;
    };
  }

  private static boolean equalElements(List<JsonValue> given, List<JsonValue> seen) {
    if (given.size() != seen.size()) {
      return false;
    }
    for (int i = 0; i < given.size(); i++) {
      if (!equal(given.get(i), seen.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasAll(Map<String, JsonValue> given, JsonObject seen) {
    if (given.isEmpty()) {
      return seen.fields().isEmpty();
    }
    for (Map.Entry<String, JsonValue> leaf : given.entrySet()) {
      if (!equal(leaf.getValue(), seen.get(leaf.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
