package io.posthorn.core.filter;

import io.posthorn.core.json.JsonFields;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The two states of one event, as filters look at them: each state's fields are found once, when
 * the first filter asks, and serve every subscription after that.
 *
 * <p>Not thread-safe: one is made for each event.
 */
public final class EventStates {
  private final @Nullable JsonSlice oldState;
  private final @Nullable JsonSlice newState;
  private @Nullable JsonFields oldFields;
  private @Nullable JsonFields newFields;

  public EventStates(@Nullable JsonSlice oldState, @Nullable JsonSlice newState) {
    this.oldState = oldState;
    this.newState = newState;
  }

  JsonFields.@Nullable Field field(State state, FieldName name) {
    return name.in(
        switch (state) {
          case OLD -> oldFields();
          case NEW -> newFields();
        });
  }

  /** What a field holds. Absent is null: no comparison tells the two apart, but {@code changed}. */
  JsonValue value(State state, FieldName name) {
    JsonFields.Field field = field(state, name);
    return field == null ? JsonValue.NULL : field.value();
  }

  /** Whether a field differs between the states by its JSON value. */
  boolean changed(FieldName name) {
    JsonFields.Field before = field(State.OLD, name);
    JsonFields.Field after = field(State.NEW, name);
    if (before == null || after == null) {
      return before != after;
    }
    // The same bytes are the same value, and most fields of an update are the same bytes.
    return !before.slice().equals(after.slice()) && !before.value().equals(after.value());
  }

  private JsonFields oldFields() {
    JsonFields known = oldFields;
    if (known == null) {
      known = JsonFields.of(oldState);
      oldFields = known;
    }
    return known;
  }

  private JsonFields newFields() {
    JsonFields known = newFields;
    if (known == null) {
      known = JsonFields.of(newState);
      newFields = known;
    }
    return known;
  }
}
