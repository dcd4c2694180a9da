package io.posthorn.core.filter;

import io.posthorn.core.json.JsonFields;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.OmittedRanges;
import org.jspecify.annotations.Nullable;

/**
 * The two states of one event as filters see them. Each state's fields are located once, on first
 * use, and shared by all subscriptions.
 *
 * <p>Not thread-safe: create one per event.
 */
public final class EventStates {
  private final @Nullable JsonSlice oldState;
  private final @Nullable JsonSlice newState;
  private @Nullable JsonFields oldFields;
  private @Nullable JsonFields newFields;
  private @Nullable EventStates unwrapped;

  public EventStates(@Nullable JsonSlice oldState, @Nullable JsonSlice newState) {
    this.oldState = oldState;
    this.newState = newState;
  }

  /** The states in the shape of v1: arrays of one element are that element. */
  public EventStates unwrapped() {
    EventStates known = unwrapped;
    if (known == null) {
      known = new EventStates(unwrapped(oldState), unwrapped(newState));
      unwrapped = known;
    }
    return known;
  }

  private static @Nullable JsonSlice unwrapped(@Nullable JsonSlice state) {
    return state == null ? null : OmittedRanges.ofSingleElementArrays(state).appliedTo(state);
  }

  JsonFields.@Nullable Field field(State state, FieldName name) {
    return name.in(
        switch (state) {
          case OLD -> oldFields();
          case NEW -> newFields();
        });
  }

  /** The value of a field. Absent is null: only {@code changed} distinguishes the two. */
  JsonValue value(State state, FieldName name) {
    JsonFields.Field field = field(state, name);
    return field == null ? JsonValue.NULL : field.value();
  }

  /** Returns whether a field differs between the states by its JSON value. */
  boolean changed(FieldName name) {
    JsonFields.Field before = field(State.OLD, name);
    JsonFields.Field after = field(State.NEW, name);
    if (before == null || after == null) {
      return before != after;
    }
    // Equal bytes are equal values, and most fields of an update have equal bytes.
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
