package io.posthorn.core.filter;

import io.posthorn.core.json.JsonDecimal;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A value that gt, gte, lt and lte can compare. Numbers, times and other text are three separate
 * orders; values of different orders never compare.
 */
sealed interface OrderedValue {
  /** A number, or text that is one. */
  record Amount(JsonDecimal value) implements OrderedValue {}

  /** Text that is a date or a date-time. */
  record Time(DateOrTime value) implements OrderedValue {}

  /** Other text. */
  record Word(String value) implements OrderedValue {}

  /** The ordered form of a value, or null if it has none. */
  static @Nullable OrderedValue of(JsonValue value) {
    return switch (value) {
      case JsonNumber(JsonDecimal number) -> new Amount(number);
      case JsonText(String text) -> ofText(text);
      case JsonNull none -> null;
      case JsonBoolean truth -> null;
      case JsonArray array -> null;
      case JsonObject object -> null;
    };
  }

  private static OrderedValue ofText(String text) {
    JsonDecimal number = JsonDecimal.ofText(text);
    if (number != null) {
      return new Amount(number);
    }
    DateOrTime time = DateOrTime.of(text);
    return time != null ? new Time(time) : new Word(text);
  }

  /** Returns whether a value is comparable with this one and the result is as wanted. */
  default boolean stands(JsonValue seen, IntPredicate wanted) {
    OrderedValue other = of(seen);
    return switch (this) {
      case Amount(JsonDecimal mine) ->
          other instanceof Amount(JsonDecimal its) && wanted.test(its.compareTo(mine));
      case Time(DateOrTime mine) ->
          other instanceof Time(DateOrTime its) && wanted.test(its.compareWith(mine));
      case Word(String mine) ->
          other instanceof Word(String its) && wanted.test(compareCodePoints(its, mine));
    };
  }

  /** Compares by code points, because UTF-16 sorts supplementary characters before some others. */
  private static int compareCodePoints(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char ours = a.charAt(i);
      char theirs = b.charAt(i);
      if (ours != theirs) {
        boolean bothOrNone = Character.isSurrogate(ours) == Character.isSurrogate(theirs);
        return bothOrNone
            ? Character.compare(ours, theirs)
            : Boolean.compare(Character.isSurrogate(ours), Character.isSurrogate(theirs));
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
