package io.posthorn.sim.ledger;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.subscription.Subscription;
import java.util.Collection;
import java.util.List;

/** Who wants an event: every subscription is asked, one after the other. */
public final class Wishes {
  private Wishes() {}

  public static List<Subscription> of(Event event, Collection<Subscription> all) {
    EventStates states = new EventStates(event.oldState(), event.newState());
    return all.stream()
        .filter(wish -> wish.customerId().equals(event.customerId()))
        .filter(wish -> fits(wish.objCode(), event.objCode()))
        .filter(wish -> fits(wish.eventType(), event.eventType()))
        .filter(wish -> wish.objId() == null || wish.objId().equals(event.objId()))
        .filter(wish -> wish.filters().matches(states))
        .toList();
  }

  private static boolean fits(String wanted, String given) {
    return wanted.equals(Subscription.ANY) || wanted.equals(given);
  }
}
