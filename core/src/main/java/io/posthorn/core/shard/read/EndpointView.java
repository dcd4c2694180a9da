package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.url.TargetUrl;

/**
 * A read-only view of a stored endpoint. Moments are milliseconds; 0 means never.
 *
 * @param inFlightLimit before the configured maximum
 * @param holdUntil no request starts before this moment, because of a {@code Retry-After}
 * @param nextProbeAt when it may be probed; 0 where it is not disabled
 * @param healthyAsOf the last evidence of health: a success, its creation, or being enabled by a
 *     person
 * @param waitingFirst waiting for their first attempt, those in flight included
 * @param waitingRetry waiting for a retry, likewise; with those whose probe failed
 */
public record EndpointView(
    EndpointId id,
    String customerId,
    TargetUrl url,
    CircuitState state,
    boolean paused,
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
    long healthyAsOf,
    int inFlightLimit,
    long waitingFirst,
    long waitingRetry,
    EndpointSettings settings,
    EndpointSecrets secrets) {

  static EndpointView of(EndpointRecord endpoint, long now) {
    boolean disabled = endpoint.circuit().state() == CircuitState.DISABLED;
    return new EndpointView(
        endpoint.id(),
        endpoint.customerId(),
        endpoint.url(),
        endpoint.circuit().state(),
        endpoint.paused(),
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
        disabled ? endpoint.circuit().nextProbeAt() : 0,
        endpoint.holdUntil(),
        endpoint.circuit().healthyAsOf(),
        endpoint.inFlightLimit().current(Integer.MAX_VALUE),
        endpoint.waiting(Lane.FIRST),
        endpoint.waiting(Lane.RETRY) + endpoint.waiting(Lane.PROBED),
        endpoint.settings(),
        endpoint.secrets());
  }
}
