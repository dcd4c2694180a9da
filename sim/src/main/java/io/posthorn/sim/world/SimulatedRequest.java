package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;

/**
 * A request as a receiver sees it.
 *
 * @param timeoutMillis after which nobody listens any more
 */
public record SimulatedRequest(String url, MessageId message, long wallMillis, long timeoutMillis) {
  /** An answer, unless it comes too late. */
  Outcome within(long durationMillis, int status) {
    return durationMillis < timeoutMillis ? Outcome.answered(status, durationMillis) : timeout();
  }

  Outcome timeout() {
    return Outcome.failed(ErrorKind.TIMEOUT, timeoutMillis, "no answer in time");
  }
}
