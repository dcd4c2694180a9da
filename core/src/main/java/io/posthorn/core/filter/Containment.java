package io.posthorn.core.filter;

import io.posthorn.core.json.JsonDecimal;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * The operator {@code contains}: a substring of text, or an element of an array. A number or a
 * boolean is searched for in text as JSON writes it.
 */
final class Containment {
  private final JsonValue given;
  private final @Nullable String sought;

  Containment(JsonValue given) {
    this.given = given;
    this.sought =
        switch (given) {
          case JsonText(String text) -> text;
          case JsonNumber(JsonDecimal number) -> number.toString();
          case JsonBoolean truth -> truth.toString();
          case JsonNull none -> null;
          case JsonArray array -> null;
          case JsonObject object -> null;
        };
  }

  boolean isIn(JsonValue seen) {
    return switch (seen) {
      case JsonText(String text) -> sought != null && text.contains(sought);
      case JsonArray array -> isElementOf(array);
      case JsonNull none -> false;
      case JsonBoolean truth -> false;
      case JsonNumber number -> false;
      case JsonObject object -> false;
    };
  }

  /**
   * The operator {@code notContains}. An object cannot be searched, so neither operator holds for
   * it: a filter that does not fit its field must not let everything through.
   */
  boolean isNotIn(JsonValue seen) {
    return !(seen instanceof JsonObject) && !isIn(seen);
  }

  private boolean isElementOf(JsonArray array) {
    for (JsonValue element : array.elements()) {
      if (Equality.equal(given, element)) {
        return true;
      }
    }
    return false;
  }
}
