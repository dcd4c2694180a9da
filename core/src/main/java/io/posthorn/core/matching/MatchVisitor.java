package io.posthorn.core.matching;

import io.posthorn.core.filter.EventStates;
import io.posthorn.core.subscription.Subscription;

/** The visitor of the candidates in a search for the subscriptions of one event. */
interface MatchVisitor {
  /**
   * Visits a subscription.
   *
   * @param certain whether it is known to match, so that its filters need no evaluation
   */
  void accept(Subscription candidate, boolean certain);

  /** The event's states, for evaluating filters. */
  EventStates states();
}
