package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription, which sends matching events to a URL.
 *
 * @param objCode the object code it matches, or {@code *}
 * @param eventType the event type it matches, or {@code *}
 * @param authToken masked but for its last characters
 * @param filterConnector {@code AND} or {@code OR}
 * @param version the version of the payload: {@code v1} or {@code v2}
 * @param format the form of the payload: {@code workfront}, {@code standard} or {@code raw}
 * @param ordering {@code object} if the messages of each object keep their order; else null
 * @param signingSecret the secret that signs its endpoint's messages; only in the response to its
 *     creation or update
 * @param warnings what its owner should know, such as a host that cannot be resolved; only in the
 *     response to its creation or update
 */
public record SubscriptionDetails(
    String id,
    String customerId,
    String endpointId,
    String objCode,
    String eventType,
    @Nullable String objId,
    String url,
    @Nullable String authToken,
    List<FilterRule> filters,
    String filterConnector,
    boolean base64Encoding,
    String version,
    String format,
    @Nullable String description,
    @Nullable String ordering,
    Instant createdAt,
    Instant modifiedAt,
    @Nullable Instant versionSwitchedAt,
    @Nullable String signingSecret,
    @Nullable List<Warning> warnings) {
  /** A warning about a field, by its JSON pointer. */
  public record Warning(String pointer, String detail) {}

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "SubscriptionDetails[id=%s, customerId=%s, objCode=%s, eventType=%s, url=%s]"
        .formatted(id, customerId, objCode, eventType, url);
  }
}
