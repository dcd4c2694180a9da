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
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The operator {@code containsOnly}: exactly these elements, each as often as given, in any order.
 * On either side, a value that is not an array counts as an array of one.
 *
 * <p>Identical elements are paired first. The others pair if a number or a boolean of one side is
 * text of its value on the other; two texts pair only if they are equal, so that {@code "1.10"} is
 * not {@code "1.1"}. Arrays and objects pair if all their elements and fields do.
 */
final class ExactElements {
  /**
   * The limit for pairing arrays and objects that differ only in spelling; pairing is quadratic.
   */
  private static final int MOST_OF_ONE_VALUE = 100;

  private final Map<JsonValue, Integer> counts = new LinkedHashMap<>();
  private final int size;

  ExactElements(JsonValue given) {
    List<JsonValue> elements = elements(given);
    size = elements.size();
    elements.forEach(element -> counts.merge(element, 1, Integer::sum));
  }

  boolean areAllOf(JsonValue seen) {
    if (seen instanceof JsonNull) {
      return false;
    }
    List<JsonValue> elements = elements(seen);
    if (elements.size() != size) {
      return false;
    }
    Map<JsonValue, Integer> left = new LinkedHashMap<>(counts);
    List<JsonValue> others = new ArrayList<>();
    for (JsonValue element : elements) {
      if (left.merge(element, -1, Integer::sum) < 0) {
        left.remove(element);
        others.add(element);
      }
    }
    return others.isEmpty() || pair(left, others);
  }

  /** The elements of one value that have no identical partner. */
  private record Rest(List<JsonValue> given, List<JsonValue> seen) {
    boolean pairs() {
      if (given.size() != seen.size()) {
        return false;
      }
      return isScalar()
          ? texts(given) == seen.size() - texts(seen) // a text pairs with no other text here
          : given.size() <= MOST_OF_ONE_VALUE && allHavePartners();
    }

    private boolean isScalar() {
      JsonValue one = given.getFirst();
      return !(one instanceof JsonArray) && !(one instanceof JsonObject);
    }

    private static long texts(List<JsonValue> values) {
      return values.stream().filter(JsonText.class::isInstance).count();
    }

    /** Returns whether each given element has a partner of its own, whatever their order. */
    private boolean allHavePartners() {
      List<BitSet> candidates = new ArrayList<>(given.size());
      for (JsonValue one : given) {
        BitSet alike = new BitSet(seen.size());
        for (int i = 0; i < seen.size(); i++) {
          alike.set(i, alike(one, seen.get(i)));
        }
        candidates.add(alike);
      }
      int[] partners = new int[seen.size()];
      Arrays.fill(partners, -1);
      for (int one = 0; one < given.size(); one++) {
        if (!findPartner(one, candidates, partners, new BitSet(seen.size()))) {
          return false;
        }
      }
      return true;
    }

    /** Finds a partner for an element; an earlier one may have to take another. */
    private static boolean findPartner(
        int one, List<BitSet> candidates, int[] partners, BitSet tried) {
      BitSet alike = candidates.get(one);
      for (int i = alike.nextSetBit(0); i >= 0; i = alike.nextSetBit(i + 1)) {
        if (!tried.get(i)) {
          tried.set(i);
          if (partners[i] < 0 || findPartner(partners[i], candidates, partners, tried)) {
            partners[i] = one;
            return true;
          }
        }
      }
      return false;
    }
  }

  private static boolean pair(Map<JsonValue, Integer> given, List<JsonValue> seen) {
    Map<JsonValue, Rest> rests = new LinkedHashMap<>();
    given.forEach(
        (value, count) -> {
          for (int i = 0; i < count; i++) {
            rest(rests, value).given().add(value);
          }
        });
    seen.forEach(value -> rest(rests, value).seen().add(value));
    return rests.values().stream().allMatch(Rest::pairs);
  }

  private static Rest rest(Map<JsonValue, Rest> rests, JsonValue value) {
    return rests.computeIfAbsent(plain(value), v -> new Rest(new ArrayList<>(), new ArrayList<>()));
  }

  /** Returns whether two values with the same canonical text are equal; two texts never are. */
  private static boolean alike(JsonValue given, JsonValue seen) {
    return switch (given) {
      case JsonArray(List<JsonValue> elements) -> {
        boolean all = seen instanceof JsonArray other && other.elements().size() == elements.size();
        for (int i = 0; all && i < elements.size(); i++) {
          all = alike(elements.get(i), ((JsonArray) seen).elements().get(i));
        }
        yield all;
      }
      case JsonObject(Map<String, JsonValue> fields) ->
          seen instanceof JsonObject other
              && fields.keySet().equals(other.fields().keySet())
              && fields.entrySet().stream()
                  .allMatch(field -> alike(field.getValue(), other.get(field.getKey())));
      case JsonText _, JsonNumber _, JsonBoolean _, JsonNull _ -> Equality.equal(given, seen);
    };
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
