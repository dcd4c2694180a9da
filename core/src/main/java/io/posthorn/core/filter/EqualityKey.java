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
import org.jspecify.annotations.Nullable;

/**
 * A field value that an event must have for a set of filters to match. The subscription index looks
 * events up by it, so that only a few subscriptions' filters are evaluated.
 *
 * <p>Values that a filter treats as equal have the same key: a number and the text that spells it,
 * true and its text. The reverse is not true ({@code "1"} and {@code "1.0"} are two texts and one
 * key), so the filters of a subscription found by its key are still evaluated, unless the key
 * decides.
 *
 * @param decides whether an event with this key matches without evaluating the filters
 */
public record EqualityKey(EqualityField field, String key, boolean decides) {

  /** The equality key of filters, or null if no single field value is required. */
  static @Nullable EqualityKey of(List<Filter> filters, Connector connector) {
    if (connector == Connector.OR && filters.size() > 1) {
      return null;
    }
    for (Filter filter : filters) {
      if (filter instanceof FieldFilter field && field.comparison() == Comparison.EQ) {
        String key = key(field.value());
        if (key != null) {
          boolean decides = filters.size() == 1 && !looksLikeNumber(key);
          return new EqualityKey(new EqualityField(field.state(), field.field()), key, decides);
        }
      }
    }
    return null;
  }

  /** Only numbers can have the same key without being equal. */
  private static boolean looksLikeNumber(String key) {
    return !key.isEmpty() && (key.charAt(0) == '-' || Character.isDigit(key.charAt(0)));
  }

  /** The key of a value; null for what equals no text, number or boolean. */
  static @Nullable String key(JsonValue value) {
    return switch (value) {
      case JsonBoolean truth -> truth.toString();
      case JsonNumber(JsonDecimal number) -> number.toString();
      case JsonText(String text) -> {
        JsonDecimal number = JsonDecimal.ofText(text);
        yield number == null ? text : number.toString();
      }
      case JsonNull _, JsonArray _, JsonObject _ -> null;
    };
  }
}
