package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request for a message, and what came of it.
 *
 * @param number from 1 on, over the whole life of the message
 * @param slot the slot of the retry schedule it was made in; 0 is the first attempt
 * @param probe whether it tried out a disabled endpoint
 * @param status the HTTP status of the response; null where none came
 * @param errorName the text of {@link #error()}
 * @param errorText what went wrong, for a person
 * @param retryAfter the {@code Retry-After} that came with the response
 * @param response its first KiB
 * @param responseHidden whether the response is left out because only admins may see it
 * @param next what became of the message
 */
public record AttemptDetails(
    int number,
    int slot,
    boolean probe,
    String endpointId,
    Instant startedAt,
    Instant recordedAt,
    long durationMillis,
    boolean success,
    @Nullable Integer status,
    @JsonProperty("error") @Nullable String errorName,
    @Nullable String errorText,
    @Nullable String retryAfter,
    @Nullable String response,
    boolean responseHidden,
    @Nullable Next next) {

  /** Why no response came; null where one came. */
  public @Nullable Failure error() {
    return errorName == null ? null : ApiName.find(Failure.values(), errorName, Failure.UNKNOWN);
  }

  /**
   * What became of the message after an attempt.
   *
   * @param status the name of a {@link DeliveryStatus}
   * @param reason the name of a {@link MessageSummary.Reason}
   * @param at when the next attempt is due
   */
  public record Next(String status, @Nullable String reason, @Nullable Instant at) {}

  /** Why an attempt got no response. */
  public enum Failure implements ApiName {
    TIMEOUT("timeout"),
    REFUSED("refused"),
    /** The host name was not found. */
    DNS("dns"),
    TLS("tls"),
    /** The address is in a network that Posthorn may not send to. */
    BLOCKED_ADDRESS("blocked_address"),
    /** The connection broke. */
    CONNECTION("connection"),
    /** An error that this version of the client does not know. */
    UNKNOWN("");

    private final String apiName;

    Failure(String apiName) {
      this.apiName = apiName;
    }

    @Override
    public String apiName() {
      return apiName;
    }
  }
}
