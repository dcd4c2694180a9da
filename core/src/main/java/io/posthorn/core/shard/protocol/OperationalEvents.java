package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;

/** What sets our own events apart from those that were posted. */
public final class OperationalEvents {
  public static final String ENDPOINT = "POSTHORN_ENDPOINT";
  public static final String DROPS = "POSTHORN_DROPS";

  private OperationalEvents() {}

  /** Whether an event is news about an endpoint: that is its object. */
  public static boolean isNews(Event event) {
    return event.objCode().equals(ENDPOINT) || event.objCode().equals(DROPS);
  }

  /** Whether an event may be sent to an endpoint: news never goes to the one that it is about. */
  public static boolean mayReach(Event event, EndpointId endpoint) {
    return !isNews(event) || !endpoint.toString().equals(event.objId());
  }
}
