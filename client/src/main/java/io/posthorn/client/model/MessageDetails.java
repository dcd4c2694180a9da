package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message with its payload and its attempts.
 *
 * @param schedule the times of its slots, beginning with the first attempt
 * @param request the request by current settings; null from older servers
 * @param payload the body as it is sent; null once retention has removed it
 * @param attempts the oldest first
 */
public record MessageDetails(
    @JsonUnwrapped MessageSummary summary,
    List<Instant> schedule,
    @Nullable Request request,
    @Nullable JsonNode payload,
    List<AttemptDetails> attempts) {

  public MessageDetails {
    payload = payload == null || payload.isNull() ? null : payload;
  }

  public String id() {
    return summary.id();
  }

  public DeliveryStatus status() {
    return summary.status();
  }

  /** Why it was dropped or cancelled; null for all others. */
  public MessageSummary.@Nullable Reason reason() {
    return summary.reason();
  }

  /**
   * The request that carries a message. Secrets are masked.
   *
   * @param url null once the endpoint is deleted
   */
  public record Request(String method, @Nullable String url, Map<String, String> headers) {}
}
