package io.posthorn.sim.ledger;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import org.jspecify.annotations.Nullable;

/** How many bytes an event counts for while its message is in flight. */
public final class Sizes {
  /** No event of a simulation is larger. */
  public static final int LARGEST = 4_096;

  private Sizes() {}

  public static int of(Event event) {
    return length(event.newState()) + length(event.oldState());
  }

  private static int length(@Nullable JsonSlice state) {
    return state == null ? 0 : state.length();
  }
}
