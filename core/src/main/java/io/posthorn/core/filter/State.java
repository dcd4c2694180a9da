package io.posthorn.core.filter;

import org.jspecify.annotations.Nullable;

/** The state of an event that a filter reads: old or new. */
enum State {
  OLD("oldState"),
  NEW("newState");

  private final String word;

  State(String word) {
    this.word = word;
  }

  /** The state of this name, or null if there is none. */
  static @Nullable State of(String word) {
    for (State state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return word;
  }
}
