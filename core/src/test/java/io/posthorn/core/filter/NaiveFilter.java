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
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A second, deliberately simple implementation of the comparison table over plain Java objects,
 * which tests compare with the real one.
 */
final class NaiveFilter {
  private NaiveFilter() {}

  static boolean holds(
      String comparison,
      @Nullable Object given,
      String name,
      Map<String, @Nullable Object> state,
      Map<String, @Nullable Object> other) {
    Object seen = find(state, name);
    return switch (comparison) {
      case "eq" -> equal(given, seen);
      case "ne" -> !equal(given, seen);
      case "gt" -> order(given, seen, sign -> sign > 0);
      case "gte" -> order(given, seen, sign -> sign >= 0);
      case "lt" -> order(given, seen, sign -> sign < 0);
      case "lte" -> order(given, seen, sign -> sign <= 0);
      case "contains" -> contains(given, seen);
      case "notContains" -> !(seen instanceof Map<?, ?>) && !contains(given, seen);
      case "containsOnly" -> seen != null && only(list(given), list(seen));
      case "exists" -> seen != null;
      case "notExists" -> seen == null;
      case "changed" ->
          isThere(state, name) != isThere(other, name)
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

  /** A key that is the same for all equal elements of an array. */
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

  private static List<@Nullable Object> list(@Nullable Object value) {
    List<@Nullable Object> list = new ArrayList<>();
    if (value instanceof List<?> elements) {
      list.addAll(elements);
    } else {
      list.add(value);
    }
    return list;
  }

  /** Identical ones first, then those that equal each other without being two texts. */
  private static boolean only(List<@Nullable Object> given, List<@Nullable Object> seen) {
    if (given.size() != seen.size()) {
      return false;
    }
    List<@Nullable Object> left = new ArrayList<>();
    for (Object one : given) {
      if (!take(seen, other -> exact(one).equals(exact(other)))) {
        left.add(one);
      }
    }
    return left.stream().allMatch(one -> take(seen, other -> pairs(one, other)));
  }

  private static boolean take(List<@Nullable Object> from, Predicate<@Nullable Object> wanted) {
    for (int i = 0; i < from.size(); i++) {
      if (wanted.test(from.get(i))) {
        from.remove(i);
        return true;
      }
    }
    return false;
  }

  private static boolean pairs(@Nullable Object one, @Nullable Object other) {
    if (one instanceof List<?> list && other instanceof List<?> others) {
      return list.size() == others.size()
          && IntStream.range(0, list.size()).allMatch(i -> pairs(list.get(i), others.get(i)));
    }
    if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> others) {
      return map.keySet().equals(others.keySet())
          && map.keySet().stream().allMatch(key -> pairs(map.get(key), others.get(key)));
    }
    boolean texts = one instanceof String && other instanceof String;
    return texts ? String.valueOf(one).equals(other) : loose(one).equals(loose(other));
  }

  /** The value alone; a text differs from the value that it spells. */
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
