package io.posthorn.sim.model;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.subscription.Subscription;
import java.util.Collection;
import java.util.List;

/** The subscriptions that match an event, found by asking each of them. */
public final class NaiveMatching {
  private NaiveMatching() {}

  public static List<Subscription> of(Event event, Collection<Subscription> all) {
    EventStates states = new EventStates(event.oldState(), event.newState());
    return all.stream()
        .filter(subscription -> subscription.customerId().equals(event.customerId()))
        .filter(subscription -> fits(subscription.objCode(), event.objCode()))
        .filter(subscription -> fits(subscription.eventType(), event.eventType()))
        .filter(
            subscription ->
                subscription.objId() == null || subscription.objId().equals(event.objId()))
        .filter(
            subscription -> subscription.filters().matches(subscription.version().shape(states)))
        .toList();
  }

  private static boolean fits(String wanted, String given) {
    return wanted.equals(Subscription.ANY) || wanted.equals(given);
  }
}
