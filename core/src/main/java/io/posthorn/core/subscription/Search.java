package io.posthorn.core.subscription;

import io.posthorn.core.filter.EventStates;
import java.util.function.Consumer;

/** Somebody who looks for the subscriptions of one event, and is shown what may fit. */
interface Search extends Consumer<Subscription> {
  /** Whether what the filters refuse is wanted as well. */
  boolean everything();

  /** What the filters look at. */
  EventStates states();
}
