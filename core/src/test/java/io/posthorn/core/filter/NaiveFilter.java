package io.posthorn.core.filter;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the comparison table once more, over plain Java objects: slow, short and written
 * apart from the real ones, for the two to be held against each other.
 */
final class NaiveFilter {
  private NaiveFilter() {}

  static boolean holds(
      String comparison,
      @Nullable Object given,
      String name,
      Map<String, @Nullable Object> looked,
      Map<String, @Nullable Object> other) {
    Object seen = find(looked, name);
    return switch (comparison) {
      case "eq" -> equal(given, seen);
      case "ne" -> !equal(given, seen);
      case "gt" -> order(given, seen, sign -> sign > 0);
      case "gte" -> order(given, seen, sign -> sign >= 0);
      case "lt" -> order(given, seen, sign -> sign < 0);
      case "lte" -> order(given, seen, sign -> sign <= 0);
      case "contains" -> contains(given, seen);
      case "notContains" -> !contains(given, seen);
      case "containsOnly" -> seen != null && keys(given).equals(keys(seen));
      case "exists" -> seen != null;
      case "notExists" -> seen == null;
      case "changed" ->
          isThere(looked, name) != isThere(other, name)
              || !exact(seen).equals(exact(find(other, name)));
      default -> throw new AssertionError(comparison);
    };
  }

  private static boolean isThere(Map<?, ?> state, String name) {
    int dot = name.indexOf('.');
    return state.containsKey(name)
        || (dot >= 0
            && state.get(name.substring(0, dot)) instanceof Map<?, ?> inner
            && isThere(inner, name.substring(dot + 1)));
  }

  private static @Nullable Object find(Map<?, ?> state, String name) {
    int dot = name.indexOf('.');
    if (state.containsKey(name) || dot < 0) {
      return state.get(name);
    }
    return state.get(name.substring(0, dot)) instanceof Map<?, ?> inner
        ? find(inner, name.substring(dot + 1))
        : null;
  }

  private static boolean equal(@Nullable Object given, @Nullable Object seen) {
    if (given == null || seen == null) {
      return given == null && seen == null;
    }
    if (given instanceof Map<?, ?> leaves) {
      return seen instanceof Map<?, ?> map
          && (leaves.isEmpty()
              ? map.isEmpty()
              : leaves.keySet().stream().allMatch(key -> equal(leaves.get(key), map.get(key))));
    }
    if (given instanceof List<?> list) {
      return seen instanceof List<?> other
          && list.size() == other.size()
          && IntStream.range(0, list.size()).allMatch(i -> equal(list.get(i), other.get(i)));
    }
    if (given instanceof String && seen instanceof String) {
      return given.equals(seen);
    }
    return !(seen instanceof List) && !(seen instanceof Map) && loose(given).equals(loose(seen));
  }

  private static boolean contains(@Nullable Object given, @Nullable Object seen) {
    if (seen instanceof String text) {
      return !(given instanceof List || given instanceof Map)
          && text.contains(exact(given).replaceFirst("^t:", ""));
    }
    return seen instanceof List<?> list && list.stream().anyMatch(e -> equal(given, e));
  }

  private static boolean order(@Nullable Object given, @Nullable Object seen, IntPredicate wanted) {
    BigDecimal limit = number(given);
    BigDecimal amount = number(seen);
    if (limit != null && amount != null) {
      return wanted.test(amount.compareTo(limit));
    }
    boolean texts = given instanceof String && seen instanceof String;
    return texts
        && limit == null
        && amount == null
        && orderOfText(String.valueOf(given), String.valueOf(seen), wanted);
  }

  private static boolean orderOfText(String given, String seen, IntPredicate wanted) {
    LocalDate limit = date(given);
    LocalDate day = date(seen);
    if (limit == null && day == null) {
      return wanted.test(seen.compareTo(given));
    }
    if (limit == null || day == null) {
      return false;
    }
    boolean byDay = given.length() == 10 || seen.length() == 10;
    return wanted.test(byDay ? day.compareTo(limit) : instant(seen).compareTo(instant(given)));
  }

  private static @Nullable LocalDate date(String text) {
    return text.startsWith("2026-") ? LocalDate.parse(text.substring(0, 10)) : null;
  }

  private static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  private static @Nullable BigDecimal number(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    boolean isNumber =
        value instanceof String text
            && text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    return isNumber ? new BigDecimal(String.valueOf(value)) : null;
  }

  /** A key under which all equal elements of an array fall together. */
  private static String loose(@Nullable Object value) {
    BigDecimal number = number(value);
    if (number != null) {
      return "n:" + exact(number);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(NaiveFilter::loose).toList().toString();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      map.forEach((key, field) -> sorted.put(String.valueOf(key), loose(field)));
      return sorted.toString();
    }
    return value == null ? "nothing" : "t:" + value;
  }

  private static List<String> keys(@Nullable Object value) {
    List<String> keys = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(element -> keys.add(loose(element)));
    } else {
      keys.add(loose(value));
    }
    keys.sort(null);
    return keys;
  }

  /** The value by itself, text told from what it spells. */
  private static String exact(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case BigDecimal number ->
          number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
      case String text -> "t:" + text;
      case List<?> list -> list.stream().map(NaiveFilter::exact).toList().toString();
      case Map<?, ?> map -> {
        Map<String, String> sorted = new TreeMap<>();
        map.forEach((key, field) -> sorted.put(String.valueOf(key), exact(field)));
        yield sorted.toString();
      }
      default -> value.toString();
    };
  }
}
