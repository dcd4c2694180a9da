package io.posthorn.core.filter;

import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonFields;
import io.posthorn.core.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of one field with one value.
 *
 * @param pointer its JSON pointer within the subscription
 * @param value the value it was given; null where the comparison takes none
 * @param condition the comparison, ready to run
 */
record FieldFilter(
    String pointer,
    FieldName field,
    Comparison comparison,
    State state,
    JsonValue value,
    Condition condition)
    implements Filter {
  FieldFilter(
      String pointer, FieldName field, Comparison comparison, State state, JsonValue value) {
    this(pointer, field, comparison, state, value, Condition.of(comparison, field, state, value));
  }

  @Override
  public boolean holds(EventStates states) {
    return condition.holds(states);
  }

  @Override
  public void addRefusals(EventStates states, List<FilterMismatch> refusals) {
    if (!holds(states)) {
      JsonFields.Field seen = states.field(state, field);
      refusals.add(
          new FilterMismatch(
              pointer,
              field.toString(),
              comparison.toString(),
              comparison.takesValue() ? FilterMismatch.cut(CanonicalJson.of(value)) : null,
              seen == null ? FilterMismatch.ABSENT : FilterMismatch.cut(seen.slice()),
              reason(seen)));
    }
  }

  private @Nullable String reason(JsonFields.@Nullable Field seen) {
    boolean searches = comparison == Comparison.CONTAINS || comparison == Comparison.NOT_CONTAINS;
    boolean hopeless = searches && seen != null && seen.value() instanceof JsonValue.JsonObject;
    return hopeless
        ? "%s is an object; %s applies to text and arrays. Name one of its fields, such as %s.name."
            .formatted(field, comparison, field)
        : null;
  }

  @Override
  public void write(StringBuilder out) {
    out.append("{\"fieldName\":");
    CanonicalJson.writeText(field.toString(), out);
    if (comparison.takesValue()) {
      out.append(",\"fieldValue\":");
      CanonicalJson.write(value, out);
    }
    out.append(",\"comparison\":\"").append(comparison).append('"');
    if (comparison != Comparison.CHANGED) {
      out.append(",\"state\":\"").append(state).append('"');
    }
    out.append('}');
  }
}
