package io.posthorn.core.filter;

import io.posthorn.core.json.JsonDecimal;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The operator {@code containsOnly}: exactly these elements, each as often as given, in any order.
 * On either side, a value that is not an array counts as an array of one.
 *
 * <p>Elements are normalized before they are compared: text that spells a number or a boolean
 * becomes that number or boolean. So {@code 100}, {@code "100"} and {@code "100.0"} are one
 * element. Objects are compared with all their keys.
 */
final class ExactElements {
  private final Map<JsonValue, Integer> positions = new HashMap<>(); // never iterated
  private final int[] counts;
  private final int size;

  ExactElements(JsonValue given) {
    List<JsonValue> elements = elements(given);
    size = elements.size();
    counts = new int[size];
    for (JsonValue element : elements) {
      counts[positions.computeIfAbsent(plain(element), unseen -> positions.size())]++;
    }
  }

  boolean areAllOf(JsonValue seen) {
    if (seen instanceof JsonNull) {
      return false;
    }
    List<JsonValue> elements = elements(seen);
    if (elements.size() != size) {
      return false;
    }
    int[] missing = counts.clone();
    for (JsonValue element : elements) {
      Integer position = positions.get(plain(element));
      if (position == null || --missing[position] < 0) {
        return false;
      }
    }
    return true;
  }

  private static List<JsonValue> elements(JsonValue value) {
    return value instanceof JsonArray(List<JsonValue> elements) ? elements : List.of(value);
  }

  private static JsonValue plain(JsonValue value) {
    return switch (value) {
      case JsonText text -> plainText(text);
      case JsonArray(List<JsonValue> elements) -> {
        List<JsonValue> plain = new ArrayList<>(elements.size());
        elements.forEach(element -> plain.add(plain(element)));
        yield new JsonArray(plain);
      }
      case JsonObject(Map<String, JsonValue> fields) -> {
        Map<String, JsonValue> plain = new LinkedHashMap<>();
        fields.forEach((key, field) -> plain.put(key, plain(field)));
        yield new JsonObject(plain);
      }
      case JsonNull none -> none;
      case JsonBoolean truth -> truth;
      case JsonNumber number -> number;
    };
  }

  private static JsonValue plainText(JsonText text) {
    if (text.value().equals("true")) {
      return JsonValue.TRUE;
    }
    if (text.value().equals("false")) {
      return JsonValue.FALSE;
    }
    JsonDecimal number = JsonDecimal.ofText(text.value());
    return number == null ? text : new JsonNumber(number);
  }
}
