package io.posthorn.core.filter;

import org.jspecify.annotations.Nullable;

/** A field of an event's state that the subscription index looks up. */
public final class EqualityField {
  private final State state;
  private final FieldName name;
  private final boolean unwrapped;
  private final int hash;

  EqualityField(State state, FieldName name) {
    this(state, name, false);
  }

  private EqualityField(State state, FieldName name, boolean unwrapped) {
    this.state = state;
    this.name = name;
    this.unwrapped = unwrapped;
    this.hash = state.toString().hashCode() * 31 + name.toString().hashCode() + (unwrapped ? 1 : 0);
  }

  /** The same field in the shape of v1. */
  public EqualityField unwrapped() {
    return new EqualityField(state, name, true);
  }

  /** The key of an event's value in this field, or null if no equality key can match it. */
  public @Nullable String keyIn(EventStates states) {
    return EqualityKey.key((unwrapped ? states.unwrapped() : states).value(state, name));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EqualityField that
        && state == that.state
        && unwrapped == that.unwrapped
        && name.toString().equals(that.name.toString());
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return state + "." + name + (unwrapped ? " (v1)" : "");
  }
}
