package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Instant;
import java.util.function.LongFunction;

/** Subscriptions and events of one customer. */
final class SampleEvents {
  static final String CUSTOMER = "default";

  private SampleEvents() {}

  static Subscription subscription(int number, String objCode) {
    return new Subscription(
        new SubscriptionId(1, number),
        CUSTOMER,
        objCode,
        Event.UPDATE,
        null,
        TargetUrl.parse("https://receiver.example/hook/" + number),
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

  static LongFunction<Command> create(Subscription subscription) {
    return request -> new Command.CreateSubscription(request, subscription, new byte[] {1});
  }

  static Event event(String id, String objCode, int payload) {
    String state = "{\"a\":\"" + "x".repeat(payload) + "\"}";
    return event(id, objCode, JsonSlice.of(state));
  }

  static Event eventOf(String customerId, String id, String objCode) {
    return new Event(
        customerId,
        id,
        objCode,
        Event.UPDATE,
        null,
        Instant.EPOCH,
        null,
        JsonSlice.of("{}"),
        null,
        null);
  }

  static Event event(String id, String objCode, JsonSlice state) {
    return new Event(
        CUSTOMER, id, objCode, Event.UPDATE, null, Instant.EPOCH, null, state, null, null);
  }
}
