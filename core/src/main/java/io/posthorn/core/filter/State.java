package io.posthorn.core.filter;

import org.jspecify.annotations.Nullable;

/** Which of an event's two states a filter looks at. */
enum State {
  OLD("oldState"),
  NEW("newState");

  private final String word;

  State(String word) {
    this.word = word;
  }

  /** The state a filter calls by this word, or null where there is none. */
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
