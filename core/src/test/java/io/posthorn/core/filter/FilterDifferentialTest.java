package io.posthorn.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.json.JsonSlice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random filters over random states, compared with {@link NaiveFilter}. */
class FilterDifferentialTest {
  private static final int CASES = 100_000;
  private static final List<String> COMPARISONS =
      List.of(
          "eq",
          "ne",
          "gt",
          "gte",
          "lt",
          "lte",
          "contains",
          "notContains",
          "containsOnly",
          "exists",
          "notExists",
          "changed");
  private static final List<String> NAMES =
      List.of("a", "b", "é", "a.b", "a.a", "b.é.a", "a.b.a", "x\"y");
  private static final List<String> KEYS = List.of("a", "b", "é", "a.b", "x\"y");
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "A",
          "ab",
          "é",
          "true",
          "false",
          "null",
          "1",
          "1.0",
          "10",
          "007",
          "-1e0",
          "-1",
          "2026-01-01",
          "2026-01-02",
          "2026-01-01T10:00:00Z",
          "2026-01-01T02:00:00-08:00",
          "2026-01-01T23:00:00.5-08:00");
  private static final List<String> NUMBERS =
      List.of("0", "-0", "0.0", "1", "1.0", "10e-1", "10", "1e1", "-1", "-10E-1", "2.5", "100");

  private final Random random = new Random(20_260_101);

  @Test
  void the_real_evaluator_agrees_with_the_naive_one() {
    int held = 0;
    for (int i = 0; i < CASES; i++) {
      held += agreesOnOne() ? 1 : 0;
    }
    assertThat(held).as("both results are well exercised").isBetween(CASES / 5, CASES * 4 / 5);
  }

  private boolean agreesOnOne() {
    String comparison = pick(COMPARISONS);
    String name = pick(NAMES);
    Object given = given(comparison);
    Map<String, @Nullable Object> oldState = object(3);
    Map<String, @Nullable Object> newState = random.nextInt(4) == 0 ? oldState : object(3);
    boolean old = random.nextBoolean();
    String filter =
        "[{\"fieldName\":%s,\"fieldValue\":%s,\"comparison\":\"%s\",\"state\":\"%s\"}]"
            .formatted(write(name), write(given), comparison, old ? "oldState" : "newState");
    String oldJson = write(oldState);
    String newJson = write(newState);

    EventStates states = new EventStates(JsonSlice.of(oldJson), JsonSlice.of(newJson));
    FilterSet set = FilterSet.compile(JsonSlice.of(filter), Connector.AND, "UPDATE");
    boolean expected =
        NaiveFilter.holds(
            comparison, given, name, old ? oldState : newState, old ? newState : oldState);

    assertThat(set.matches(states))
        .as(() -> filter + " over " + oldJson + " and " + newJson)
        .isEqualTo(expected);
    assertThat(set.explain(states).refusals()).hasSize(expected ? 0 : 1);
    FilterSet again = FilterSet.compile(JsonSlice.of(set.canonical()), Connector.AND, "UPDATE");
    assertThat(again).isEqualTo(set);
    assertThat(again.matches(states)).as(set.canonical()).isEqualTo(expected);
    return expected;
  }

  /** A value that the comparison takes. */
  private @Nullable Object given(String comparison) {
    return switch (comparison) {
      case "gt", "gte", "lt", "lte" -> random.nextBoolean() ? pick(TEXTS) : number();
      case "contains", "notContains", "containsOnly" -> {
        Object value = value(2);
        yield value == null ? "a" : value;
      }
      default -> value(2);
    };
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 12 : 8)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3, 4 -> number();
      case 5, 6, 7 -> pick(TEXTS);
      case 8, 9 -> object(depth - 1);
      default -> {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(depth - 1));
        }
        yield elements;
      }
    };
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      fields.put(pick(KEYS), value(depth - 1));
    }
    return fields;
  }

  private BigDecimal number() {
    return new BigDecimal(pick(NUMBERS));
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** JSON with white space, escapes and spellings of numbers as they may come. */
  private String write(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> writeText(text);
      case BigDecimal number -> writeNumber(number);
      case List<?> list -> "[" + space() + join(list.stream().map(this::write).toList()) + "]";
      case Map<?, ?> map -> {
        List<String> fields = new ArrayList<>();
        map.forEach(
            (key, field) -> fields.add(write(key) + space() + ":" + space() + write(field)));
        yield "{" + space() + join(fields) + "}";
      }
      default -> value.toString();
    };
  }

  private String join(List<String> parts) {
    return String.join(space() + "," + space(), parts) + space();
  }

  private String writeNumber(BigDecimal number) {
    return switch (random.nextInt(3)) {
      case 0 -> number.toString();
      case 1 -> number.toPlainString();
      default -> number.unscaledValue() + "e" + -number.scale();
    };
  }

  private String writeText(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || random.nextInt(8) == 0) {
        json.append(String.format("\\u%04X", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  private String space() {
    return random.nextInt(4) == 0 ? " \n" : "";
  }
}
