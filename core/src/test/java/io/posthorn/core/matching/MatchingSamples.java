package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Short factory methods for subscriptions and events in tests. */
public final class MatchingSamples {
  static final String CUSTOMER = "acme";

  private MatchingSamples() {}

  public static Subscription subscription(
      long id, String objCode, String eventType, @Nullable String objId) {
    return subscription(id, CUSTOMER, objCode, eventType, objId, FilterSet.none());
  }

  static Subscription filtered(long id, String objCode, String eventType, String filters) {
    FilterSet compiled = FilterSet.compile(JsonSlice.of(filters), Connector.AND, eventType);
    return subscription(id, CUSTOMER, objCode, eventType, null, compiled);
  }

  public static Subscription subscription(
      long id,
      String customerId,
      String objCode,
      String eventType,
      @Nullable String objId,
      FilterSet filters) {
    return subscription(id, customerId, objCode, eventType, objId, filters, PayloadVersion.V2);
  }

  static Subscription subscription(
      long id,
      String customerId,
      String objCode,
      String eventType,
      @Nullable String objId,
      FilterSet filters,
      PayloadVersion version) {
    return new Subscription(
        new SubscriptionId(0, id),
        customerId,
        objCode,
        eventType,
        objId,
        TargetUrl.parse("https://example.com/" + id),
        filters,
        version,
        version,
        0,
        PayloadFormat.WORKFRONT,
        false,
        null,
        null,
        null,
        1_000,
        1_000);
  }

  static Event event(String objCode, String eventType, @Nullable String objId) {
    return event(CUSTOMER, objCode, eventType, objId, "{}");
  }

  static Event event(
      String customerId, String objCode, String eventType, @Nullable String objId, String state) {
    return new Event(
        customerId,
        "e1",
        objCode,
        eventType,
        objId,
        Instant.EPOCH,
        null,
        JsonSlice.of(state),
        null,
        null);
  }
}
