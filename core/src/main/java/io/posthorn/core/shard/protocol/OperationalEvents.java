package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.subscription.Subscription;

/** The rules that set operational events apart from posted ones. */
public final class OperationalEvents {
  public static final String ENDPOINT = "POSTHORN_ENDPOINT";
  public static final String DROPS = "POSTHORN_DROPS";

  private OperationalEvents() {}

  /** Returns whether an event is an operational event; its object is an endpoint. */
  public static boolean isOperational(Event event) {
    return event.objCode().equals(ENDPOINT) || event.objCode().equals(DROPS);
  }

  /**
   * Returns whether an event may be sent to an endpoint: an operational event never goes to the one
   * it is about.
   */
  public static boolean mayReach(Event event, EndpointId endpoint) {
    return !isOperational(event) || !endpoint.toString().equals(event.objId());
  }

  /** Returns whether an event in certain formats may be sent for a subscription. */
  public static boolean mayReach(Event event, EventFormats formats, Subscription subscription) {
    return formats.include(subscription.format()) && mayReach(event, subscription.endpointId());
  }
}
