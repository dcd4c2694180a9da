package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message in lists: one event for one subscription, sent to one endpoint.
 *
 * @param id also the {@code webhook-id} that the receiver sees
 * @param url null once the endpoint is deleted
 * @param eventId null, like the other facts about the event, once retention has removed the event
 * @param version the version of the payload: {@code v1} or {@code v2}
 * @param format the form of the payload: {@code workfront}, {@code standard}, {@code raw} or {@code
 *     cloudevents}
 * @param statusName the text of {@link #status()}
 * @param reasonName the text of {@link #reason()}
 * @param scheduledFrom where its retry schedule begins: its acceptance, or its last replay
 * @param sequence the value of {@code webhook-sequence}; null if it is not ordered
 * @param waitsForName the text of {@link #waitsFor()}
 * @param nextSlot the slot of its schedule that comes next
 * @param expiresAt when it is dropped if it is held until then
 * @param lastAttempt null without an attempt, and from older servers
 */
public record MessageSummary(
    String id,
    String endpointId,
    @Nullable String url,
    String subscriptionId,
    @Nullable String eventId,
    @Nullable String objCode,
    @Nullable String eventType,
    @Nullable String objId,
    String version,
    String format,
    @Nullable String sequence,
    @JsonProperty("status") String statusName,
    @JsonProperty("reason") @Nullable String reasonName,
    Instant acceptedAt,
    Instant scheduledFrom,
    int attemptCount,
    @JsonProperty("waitsFor") @Nullable String waitsForName,
    @Nullable Instant nextAttemptAt,
    @Nullable Integer nextSlot,
    @Nullable Instant expiresAt,
    @Nullable Instant endedAt,
    @Nullable LastAttempt lastAttempt) {

  public DeliveryStatus status() {
    return ApiName.find(DeliveryStatus.values(), statusName, DeliveryStatus.UNKNOWN);
  }

  /** Why it was dropped or cancelled; null for all others. */
  public @Nullable Reason reason() {
    return reasonName == null ? null : ApiName.find(Reason.values(), reasonName, Reason.UNKNOWN);
  }

  /** The reason why it waits; null unless it is waiting. */
  public @Nullable WaitsFor waitsFor() {
    return waitsForName == null
        ? null
        : ApiName.find(WaitsFor.values(), waitsForName, WaitsFor.UNKNOWN);
  }

  /**
   * The outcome of the last attempt.
   *
   * @param status the HTTP status; null if there was no response
   * @param error the error kind; null if there was a response
   */
  public record LastAttempt(
      int number, Instant at, boolean success, @Nullable Integer status, @Nullable String error) {}

  /** Why a message was dropped or cancelled. */
  public enum Reason implements ApiName {
    /** The last retry failed too. */
    RETRIES_EXHAUSTED("retries_exhausted"),
    /** Its endpoint was disabled, frozen or paused until the message expired. */
    EXPIRED("expired"),
    /** The response had one of its endpoint's final statuses. */
    REJECTED("rejected"),
    SUBSCRIPTION_DELETED("subscription_deleted"),
    CUSTOMER_DELETED("customer_deleted"),
    /** It was cancelled by request. */
    BY_REQUEST("by_request"),
    /** A reason that this version of the client does not know. */
    UNKNOWN("");

    private final String apiName;

    Reason(String apiName) {
      this.apiName = apiName;
    }

    @Override
    public String apiName() {
      return apiName;
    }
  }

  /** The reason why a message waits. */
  public enum WaitsFor implements ApiName {
    /** The next slot of its retry schedule. */
    SLOT("slot"),
    /** The end of the receiver's {@code Retry-After}. */
    RETRY_AFTER("retryAfter"),
    /** The endpoint got no access token, and tries again later. */
    ACCESS_TOKEN("accessToken"),
    /** It is due, and its endpoint is at its limit of requests in flight or per second. */
    LIMIT("limit"),
    /** An earlier message of the same object has to end. */
    ORDER("order"),
    /** Its endpoint is disabled: a probe has to succeed. */
    DISABLED("disabled"),
    /** Its endpoint is frozen. */
    FROZEN("frozen"),
    /** Its endpoint, its customer's delivery or all delivery is paused. */
    PAUSED("paused"),
    /** Something that this version of the client does not know. */
    UNKNOWN("");

    private final String apiName;

    WaitsFor(String apiName) {
      this.apiName = apiName;
    }

    @Override
    public String apiName() {
      return apiName;
    }
  }
}
