package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in lists: one URL of one customer, with its health.
 *
 * @param statusName the text of {@link #status()}
 * @param paused whether it is paused, independent of its circuit
 * @param pausedBy {@code user}, or {@code gone} after a final 410; null if it is not paused
 * @param successes attempts that succeeded, ever
 * @param failures attempts that failed, ever
 * @param consecutiveFailures failures since the last success
 * @param lastHour only in lists that were asked for it
 */
public record EndpointSummary(
    String id,
    String customerId,
    String url,
    @JsonProperty("status") String statusName,
    boolean paused,
    @Nullable String pausedBy,
    Instant createdAt,
    long successes,
    long failures,
    long consecutiveFailures,
    Window window,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt,
    @Nullable Instant disabledAt,
    @Nullable Instant frozenAt,
    @Nullable Instant lastProbeAt,
    @Nullable Instant nextProbeAt,
    Waiting waiting,
    @Nullable LastError lastError,
    @Nullable LastHour lastHour) {

  public EndpointSummary {
    window = Objects.requireNonNullElse(window, Window.NONE);
    waiting = Objects.requireNonNullElse(waiting, Waiting.NONE);
  }

  public EndpointStatus status() {
    return ApiName.find(EndpointStatus.values(), statusName, EndpointStatus.UNKNOWN);
  }

  /**
   * Attempts of the current hour and the 47 before it.
   *
   * @param failureRate from 0 to 1
   */
  public record Window(long attempts, long failures, double failureRate) {
    static final Window NONE = new Window(0, 0, 0);
  }

  /**
   * Messages that wait.
   *
   * @param first for their first attempt
   * @param retry for a retry
   * @param order for the end of an earlier message of the same object
   */
  public record Waiting(long first, long retry, long order) {
    static final Waiting NONE = new Waiting(0, 0, 0);
  }

  /**
   * The last failed attempt.
   *
   * @param attempt its number in the life of the message
   * @param status null if there was no response
   * @param error the kind of the error; null if there was a response
   * @param errorText the error in words; null if there was a response, or for admins only
   * @param response the first bytes of the response; null if there was none, or for admins only
   * @param responseHidden whether only admins see the response
   */
  public record LastError(
      String messageId,
      int attempt,
      Instant at,
      @Nullable Integer status,
      @Nullable String error,
      @Nullable String errorText,
      @Nullable String response,
      boolean responseHidden) {}

  /** Attempts of the last hour, minute by minute, the oldest first. */
  public record LastHour(List<Long> delivered, List<Long> failed) {}
}
