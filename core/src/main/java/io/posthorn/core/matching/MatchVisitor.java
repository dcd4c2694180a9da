package io.posthorn.core.matching;

import io.posthorn.core.filter.EventStates;
import io.posthorn.core.subscription.Subscription;

/** Somebody who looks for the subscriptions of one event, and is shown what may fit. */
interface MatchVisitor {
  /**
   * Is shown a subscription.
   *
   * @param certain whether its filters say yes, so that it need not be looked at
   */
  void accept(Subscription candidate, boolean certain);

  /** What the filters look at. */
  EventStates states();
}
