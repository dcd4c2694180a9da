package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.TargetUrl;
import java.time.Instant;

/** Subscriptions and events of one customer. */
public final class Samples {
  public static final String CUSTOMER = "default";

  private Samples() {}

  public static Subscription subscription(int number, String objCode) {
    return subscription(number, objCode, "https://receiver.example/hook/" + number);
  }

  public static Subscription subscription(int number, String objCode, String url) {
    return new Subscription(
        new SubscriptionId(1, number),
        CUSTOMER,
        objCode,
        Subscription.ANY,
        null,
        TargetUrl.parse(url),
        FilterSet.none(),
        PayloadVersion.V2,
        PayloadVersion.V2,
        0,
        PayloadFormat.WORKFRONT,
        false,
        null,
        null,
        null,
        1,
        1);
  }

  public static Event event(String id, String objCode) {
    return new Event(
        CUSTOMER,
        id,
        objCode,
        Event.UPDATE,
        "object-1",
        Instant.EPOCH,
        null,
        JsonSlice.of("{\"a\":1}"),
        null,
        null);
  }
}
