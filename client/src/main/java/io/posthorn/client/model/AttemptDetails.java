package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One delivery attempt of a message, with its outcome.
 *
 * @param number counted from 1 over the message's whole life
 * @param slot its slot in the retry schedule; 0 is the first attempt
 * @param probe whether it probed a disabled endpoint
 * @param resent whether the request was sent a second time, on a new connection, because a reused
 *     connection ended before any byte of a response
 * @param status the HTTP status of the response; null if there was none
 * @param errorName the text of {@link #error()}
 * @param errorText the error, as text
 * @param retryAfter the response's {@code Retry-After}
 * @param response its first KiB
 * @param responseHidden whether the response is omitted because only admins may see it
 * @param next the message's state after the attempt
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
    boolean resent,
    @Nullable Integer status,
    @JsonProperty("error") @Nullable String errorName,
    @Nullable String errorText,
    @Nullable String retryAfter,
    @Nullable String response,
    boolean responseHidden,
    @Nullable Next next) {

  /** The reason for a missing response; null if there was one. */
  public @Nullable Failure error() {
    return errorName == null ? null : ApiName.find(Failure.values(), errorName, Failure.UNKNOWN);
  }

  /**
   * The message's state after an attempt.
   *
   * @param status the name of a {@link DeliveryStatus}
   * @param reason the name of a {@link MessageSummary.Reason}
   * @param at when the next attempt is due; null if the message ended or is held
   * @param held whether it waits until its disabled, frozen or paused endpoint receives again
   */
  public record Next(String status, @Nullable String reason, @Nullable Instant at, boolean held) {}

  /** Why an attempt got no response. */
  public enum Failure implements ApiName {
    TIMEOUT("timeout"),
    REFUSED("refused"),
    /** The host name was not found. */
    DNS("dns"),
    TLS("tls"),
    /** The address is in a network that Posthorn may not send to. */
    BLOCKED_ADDRESS("blocked_address"),
    /** The connection was lost. */
    CONNECTION("connection"),
    /** There was no access token. */
    AUTH("auth"),
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
