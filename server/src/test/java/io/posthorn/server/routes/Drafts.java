package io.posthorn.server.routes;

import io.posthorn.server.ApiContract.Operation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Valid request bodies. */
final class Drafts {
  static final String WORKFRONT = "/attask/eventsubscription/api/v1/subscriptions";

  private static final String RANGE =
      "{\"from\":\"2025-01-01T00:00:00Z\",\"to\":\"2027-01-01T00:00:00Z\"}";

  /** Every kind of setting and option. */
  private static final String ENDPOINT_CHANGE =
      "{\"maxPerSecond\":5,\"retry\":{\"schedule\":[\"5s\",\"1m\"]},\"finalStatuses\":[400],"
          + "\"countFinal\":false,\"auth\":{\"signatures\":[\"v1\",\"v1a\"],"
          + "\"clientCertificate\":null,\"oauth2\":{\"tokenUrl\":\"http://127.0.0.1:1/token\","
          + "\"clientId\":\"c\",\"clientSecret\":\"s\",\"scope\":\"a b\"}}}";

  /** The end of a subscription with options. */
  private static final String OPTIONS = ",\"ordering\":\"object\",\"format\":\"cloudevents\"}";

  /** A preview of a bulk replay or cancellation. */
  static final String PREVIEW = RANGE.replace("}", ",\"preview\":true}");

  private Drafts() {}

  static String subscription(String path, String objCode) {
    return "{\"objCode\":\"%s\",\"eventType\":\"*\",\"url\":\"http://127.0.0.1:1/%s\"}"
        .formatted(objCode, path);
  }

  /** An event that the TASK subscription matches. */
  static String event(String id) {
    return "{\"id\":\"%s\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"a\":1}}"
        .formatted(id);
  }

  static String key(String customer) {
    return "{\"name\":\"a key\",\"role\":\"viewer\",\"customerId\":\"%s\"}".formatted(customer);
  }

  /**
   * A valid body for a call; null if it takes none.
   *
   * @param customer the customer of a new key
   */
  static @Nullable String of(
      Operation call, String event, String subscription, String second, String customer) {
    Map<String, String> bodies =
        Map.ofEntries(
            Map.entry("POST /api/v1/events", event),
            Map.entry("POST /api/v1/subscriptions", subscription),
            Map.entry(
                "POST /api/v1/subscriptions/dryRun",
                "{\"subscription\":%s}".formatted(subscription.replace("}", OPTIONS))),
            Map.entry(
                "PATCH /api/v1/subscriptions/{id}",
                "{\"description\":\"mine\",\"ordering\":\"object\"}"),
            Map.entry("POST /api/v1/endpoints/enable", "{\"status\":\"frozen\"}"),
            Map.entry("PATCH /api/v1/endpoints/{id}", ENDPOINT_CHANGE),
            Map.entry(
                "PUT /api/v1/endpoints/{id}/secret",
                "{\"secret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\"}"),
            Map.entry("POST /api/v1/replays", RANGE),
            Map.entry("POST /api/v1/cancellations", RANGE),
            Map.entry("POST /api/v1/retries", RANGE),
            Map.entry("POST /api/v1/keys", key(customer)),
            Map.entry("POST " + WORKFRONT, second),
            Map.entry(
                "PUT " + WORKFRONT + "/version",
                "{\"version\":\"v1\",\"allCustomerSubscriptions\":true}"),
            Map.entry("PUT " + WORKFRONT + "/{id}/version", "{\"version\":\"v1\"}"));
    return bodies.get(call.toString());
  }
}
