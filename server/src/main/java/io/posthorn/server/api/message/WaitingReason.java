package io.posthorn.server.api.message;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Message;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.read.EndpointView;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a message waits.
 *
 * @param waitsFor slot, retryAfter, accessToken, limit, order, disabled, frozen or paused
 * @param nextAttemptAt 0 if the message is held or waits behind an earlier message of its object
 * @param expiresAt when a held message, or one behind the head of its ordering key, is dropped; 0
 *     if neither
 */
record WaitingReason(String waitsFor, long nextAttemptAt, long expiresAt) {

  /** Returns the strongest reason: the order, then pauses, then the circuit, then time. */
  static WaitingReason of(
      Message message,
      @Nullable EndpointView endpoint,
      boolean deliveryPaused,
      RetrySchedule schedule,
      long orderedWait,
      long now) {
    if (message.isBehind()) {
      return new WaitingReason("order", 0, message.since() + orderedWait);
    }
    long end = message.start() + schedule.lifetime();
    if (deliveryPaused || (endpoint != null && endpoint.paused())) {
      return new WaitingReason("paused", 0, end);
    }
    if (endpoint != null && endpoint.state() != CircuitState.ENABLED) {
      return new WaitingReason(endpoint.state().text(), 0, end);
    }
    long noToken = endpoint == null ? 0 : endpoint.noTokenUntil();
    long hold = endpoint == null ? 0 : endpoint.holdUntil();
    if (noToken > Math.max(now, message.nextAt()) && noToken > hold) {
      return new WaitingReason("accessToken", noToken, 0);
    }
    long next = Math.max(message.nextAt(), hold);
    if (next <= now) {
      return new WaitingReason("limit", next, 0);
    }
    if (hold >= next) {
      return new WaitingReason("retryAfter", next, 0);
    }
    if (message.slot() > schedule.limit()) {
      return new WaitingReason("slot", next, 0); // of a longer schedule that the endpoint had
    }
    long slot = schedule.slotAt(message.start(), message.slot(), message.jitterShare());
    return new WaitingReason(next > slot ? "retryAfter" : "slot", next, 0);
  }
}
