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
 * What an event must have for a set of filters to hold: a field, and the key of its value. By it an
 * index finds the few subscriptions that can want an event, and asks only those.
 *
 * <p>Values that a filter calls equal have the same key: a number and the text that spells it, true
 * and its text. The reverse need not be so ({@code "1"} and {@code "1.0"} are two texts and one
 * key), so what was found by its key is asked, unless the anchor decides.
 *
 * @param decides whether an event with this key passes, without being asked
 */
public record EqualityKey(EqualityField field, String key, boolean decides) {

  /** The anchor of filters, or null where an event needs no certain value to pass. */
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

  /** Only there can two values have one key and not be equal. */
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
