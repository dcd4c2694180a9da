package io.posthorn.core.shard.protocol;

import io.posthorn.core.subscription.PayloadFormat;

/**
 * The formats whose subscriptions get an operational event. Users read format slack, so it gets the
 * changes of an endpoint at a limited rate; programs get every change.
 */
public enum EventFormats {
  ALL,
  ALL_BUT_SLACK,
  SLACK;

  public boolean include(PayloadFormat format) {
    return this == ALL || (this == SLACK) == (format == PayloadFormat.SLACK);
  }
}
