package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.subscription.Subscription;
import java.time.Instant;

/** Subscriptions and events of one customer. */
public final class KafkaSamples {
  public static final String CUSTOMER = "default";

  private KafkaSamples() {}

  public static Subscription subscription(int number, String objCode) {
    return subscription(number, objCode, "https://receiver.example/hook/" + number);
  }

  public static Subscription subscription(int number, String objCode, String url) {
    return SubscriptionFixture.like(
            SubscriptionFixture.plain(number, objCode, Subscription.ANY, url, 1))
        .customer(CUSTOMER)
        .done();
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
