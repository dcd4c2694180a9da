package io.posthorn.sim.ledger;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import org.jspecify.annotations.Nullable;

/** How many bytes an event counts for while its message is in flight. */
public final class Sizes {
  /** No event of a simulation counts for more. */
  public static final int LARGEST = 4_096;

  /** What is written around the states, as the shard estimates it. */
  private static final int ENVELOPE = 512;

  private Sizes() {}

  public static int of(Event event) {
    return length(event.newState()) + length(event.oldState()) + ENVELOPE;
  }

  private static int length(@Nullable JsonSlice state) {
    return state == null ? 0 : state.length();
  }
}
