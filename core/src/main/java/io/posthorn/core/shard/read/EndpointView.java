package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.message.AttemptId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.url.TargetUrl;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view of a stored endpoint. Times are milliseconds; 0 means never.
 *
 * @param pausedBy the cause of its pause; null if it is not paused
 * @param inFlightLimit before the configured maximum
 * @param holdUntil only probes start before this time, because of a {@code Retry-After}; 0 once it
 *     has passed
 * @param noTokenUntil only probes start before this time, because there was no access token; 0 once
 *     it has passed
 * @param nextProbeAt when it is probed next, if a message waits then; never in the past: a due
 *     probe that waits for capacity starts as soon as there is some; 0 if no time is known: it is
 *     not disabled, it or the delivery is paused, or the next message that arrives will be the
 *     probe
 * @param healthyAsOf the last evidence of health: a success, its creation, or being enabled by a
 *     user
 * @param waitingFirst waiting for their first attempt, those in flight included
 * @param waitingRetry waiting for a retry, likewise; with those whose probe failed
 * @param waitingOrder ordered messages behind another one of their object
 * @param lastFailure its last failed attempt, which retention may have removed; null if none failed
 */
public record EndpointView(
    EndpointId id,
    String customerId,
    TargetUrl url,
    CircuitState state,
    @Nullable PauseCause pausedBy,
    long createdAt,
    long successes,
    long failures,
    long consecutiveFailures,
    long attemptsInWindow,
    long failuresInWindow,
    long lastSuccessAt,
    long lastFailureAt,
    long disabledAt,
    long frozenAt,
    long lastProbeAt,
    long nextProbeAt,
    long holdUntil,
    long noTokenUntil,
    long healthyAsOf,
    int inFlightLimit,
    long waitingFirst,
    long waitingRetry,
    long waitingOrder,
    @Nullable AttemptId lastFailure,
    EndpointSettings settings,
    EndpointSecrets secrets) {

  public boolean paused() {
    return pausedBy != null;
  }

  static EndpointView of(EndpointRecord endpoint, boolean deliveryPaused, long now) {
    return new EndpointView(
        endpoint.id(),
        endpoint.customerId(),
        endpoint.url(),
        endpoint.circuit().state(),
        endpoint.pausedBy(),
        endpoint.circuit().createdAt(),
        endpoint.successes(),
        endpoint.failures(),
        endpoint.circuit().consecutiveFailures(),
        endpoint.circuit().attemptsInWindow(now),
        endpoint.circuit().failuresInWindow(now),
        endpoint.circuit().lastSuccessAt(),
        endpoint.circuit().lastFailureAt(),
        endpoint.circuit().disabledAt(),
        endpoint.circuit().frozenAt(),
        endpoint.circuit().lastProbeAt(),
        deliveryPaused ? 0 : nextProbeAt(endpoint, now),
        endpoint.holdUntil() > now ? endpoint.holdUntil() : 0,
        endpoint.noTokenUntil() > now ? endpoint.noTokenUntil() : 0,
        endpoint.circuit().healthyAsOf(),
        endpoint.inFlightLimit().current(Integer.MAX_VALUE),
        endpoint.lanes().waiting(Lane.FIRST),
        endpoint.lanes().waiting(Lane.RETRY) + endpoint.lanes().waiting(Lane.PROBED),
        endpoint.lanes().waiting(Lane.ORDER),
        endpoint.lastFailure(),
        endpoint.settings(),
        endpoint.secrets());
  }

  private static long nextProbeAt(EndpointRecord endpoint, long now) {
    if (endpoint.circuit().state() != CircuitState.DISABLED || endpoint.paused()) {
      return 0;
    }
    long due = endpoint.circuit().nextProbeAt();
    if (due > now) {
      return due;
    }
    return endpoint.lanes().waiting() == 0 ? 0 : now; // it only waits for capacity
  }
}
