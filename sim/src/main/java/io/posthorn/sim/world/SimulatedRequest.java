package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;

/**
 * A request as a receiver sees it.
 *
 * @param elapsed the moment of its start, in milliseconds since the simulation began
 * @param wallMillis the same moment on the receiver's clock
 * @param timeoutMillis the time after which the sender gives up
 */
public record SimulatedRequest(
    String url,
    MessageId message,
    String eventId,
    long elapsed,
    long wallMillis,
    long timeoutMillis) {
  /** An answer, or a timeout if it comes too late. */
  Outcome within(long durationMillis, int status) {
    return durationMillis < timeoutMillis ? Outcome.answered(status, durationMillis) : timeout();
  }

  Outcome timeout() {
    return Outcome.failed(ErrorKind.TIMEOUT, timeoutMillis, "no answer in time");
  }
}
