package io.posthorn.core.subscription;

import io.posthorn.core.event.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the subscriptions that match an event. */
public final class SubscriptionIndex {
  public List<Subscription> match(Event event) {
    return List.of();
  }

  public @Nullable Subscription get(SubscriptionId id) {
    return null;
  }
}
