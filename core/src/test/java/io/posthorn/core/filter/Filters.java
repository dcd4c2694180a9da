package io.posthorn.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonSlice;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Filters and states for tests, written with single quotes for readability. */
final class Filters {
  static final String GOOD = "{'fieldName':'a','fieldValue':1}";

  private Filters() {}

  static FilterSet compile(String filters) {
    return compile(filters, Connector.AND, "*");
  }

  static FilterSet compile(String filters, Connector connector, String eventType) {
    return FilterSet.compile(json(filters), connector, eventType);
  }

  static EventStates states(@Nullable String oldState, @Nullable String newState) {
    return new EventStates(
        oldState == null ? null : json(oldState), newState == null ? null : json(newState));
  }

  /** Returns whether a filter on {@code field} holds for a new state in which it has this value. */
  static boolean holds(String comparison, String given, String seen) {
    String filter =
        "[{'fieldName':'field','fieldValue':%s,'comparison':'%s'}]".formatted(given, comparison);
    return compile(filter).matches(states(null, "{'other':0,'field':" + seen + "}"));
  }

  /** Returns whether one filter, in full, holds for a new state. */
  static boolean matches(String filter, String newState) {
    return compile("[" + filter + "]").matches(states(null, newState));
  }

  static JsonSlice json(String text) {
    return JsonSlice.of(text.replace('\'', '"'));
  }

  static List<FieldError> errors(String filters) {
    return errors(filters, "UPDATE");
  }

  static List<FieldError> errors(String filters, String eventType) {
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> compile(filters, Connector.AND, eventType));
    return Objects.requireNonNull(refused, "the filters were taken: " + filters).errors();
  }

  static List<String> pointers(String filters) {
    return pointers(filters, "UPDATE");
  }

  static List<String> pointers(String filters, String eventType) {
    List<FieldError> errors = errors(filters, eventType);
    assertThat(errors).allSatisfy(error -> assertThat(error.detail()).endsWith("."));
    return errors.stream().map(FieldError::pointer).toList();
  }

  static String[] prefixed(String prefix, String... fields) {
    return List.of(fields).stream().map(field -> prefix + field).toArray(String[]::new);
  }

  static String group(String... filters) {
    return "{'type':'group','connector':'OR','filters':[" + String.join(",", filters) + "]}";
  }
}
