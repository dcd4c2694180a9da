package io.posthorn.core.filter;

import org.jspecify.annotations.Nullable;

/** A field of one of an event's states, by which subscriptions are found. */
public final class EqualityField {
  private final State state;
  private final FieldName name;
  private final int hash;

  EqualityField(State state, FieldName name) {
    this.state = state;
    this.name = name;
    this.hash = state.toString().hashCode() * 31 + name.toString().hashCode();
  }

  /** The key of what an event has there, or null where no filter's anchor can equal it. */
  public @Nullable String keyIn(EventStates states) {
    return EqualityKey.key(states.value(state, name));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EqualityField that
        && state == that.state
        && name.toString().equals(that.name.toString());
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return state + "." + name;
  }
}
