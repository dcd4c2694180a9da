package io.posthorn.core.filter;

import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The compiled condition of a filter: everything that does not depend on the event is precomputed.
 */
@FunctionalInterface
interface Condition {
  boolean holds(EventStates states);

  /** The condition of a comparison; the given value has been validated for it. */
  static Condition of(Comparison comparison, FieldName field, State state, JsonValue given) {
    return switch (comparison) {
      case CHANGED -> states -> states.changed(field);
      case EXISTS -> of(field, state, seen -> !(seen instanceof JsonNull));
      case NOT_EXISTS -> of(field, state, seen -> seen instanceof JsonNull);
      case EQ -> of(field, state, seen -> Equality.equal(given, seen));
      case NE -> of(field, state, seen -> !Equality.equal(given, seen));
      case GT -> order(field, state, given, sign -> sign > 0);
      case GTE -> order(field, state, given, sign -> sign >= 0);
      case LT -> order(field, state, given, sign -> sign < 0);
      case LTE -> order(field, state, given, sign -> sign <= 0);
      case CONTAINS -> of(field, state, new Containment(given)::isIn);
      case NOT_CONTAINS -> of(field, state, new Containment(given)::isNotIn);
      case CONTAINS_ONLY -> of(field, state, new ExactElements(given)::areAllOf);
    };
  }

  private static Condition of(FieldName field, State state, Predicate<JsonValue> test) {
    return states -> test.test(states.value(state, field));
  }

  private static Condition order(
      FieldName field, State state, JsonValue given, IntPredicate wanted) {
    OrderedValue limit = Objects.requireNonNull(OrderedValue.of(given), "a value without an order");
    return of(field, state, seen -> limit.stands(seen, wanted));
  }
}
