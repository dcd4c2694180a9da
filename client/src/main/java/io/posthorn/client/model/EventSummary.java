package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event in lists, with its messages and without its states.
 *
 * @param hasPayload whether its states are still stored; retention removes them
 */
public record EventSummary(
    String id,
    String customerId,
    String objCode,
    String eventType,
    @Nullable String objId,
    Instant eventTime,
    @Nullable String userId,
    Instant acceptedAt,
    boolean hasPayload,
    List<EventMessage> messages) {

  /**
   * A message of an event.
   *
   * @param statusName the text of {@link #status()}
   */
  public record EventMessage(
      String id,
      String subscriptionId,
      String endpointId,
      @JsonProperty("status") String statusName) {
    public DeliveryStatus status() {
      return ApiName.find(DeliveryStatus.values(), statusName, DeliveryStatus.UNKNOWN);
    }
  }
}
