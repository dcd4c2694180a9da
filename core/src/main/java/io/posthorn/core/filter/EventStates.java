package io.posthorn.core.filter;

import io.posthorn.core.json.JsonSlice;
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

  public EventStates(@Nullable JsonSlice oldState, @Nullable JsonSlice newState) {
    this.oldState = oldState;
    this.newState = newState;
  }

  @Nullable JsonSlice oldState() {
    return oldState;
  }

  @Nullable JsonSlice newState() {
    return newState;
  }
}
