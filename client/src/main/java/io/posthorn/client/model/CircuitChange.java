package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an endpoint's circuit, or a probe, with the counts it is based on.
 *
 * @param event {@code probeFailed}, {@code probeSucceeded}, {@code disabled}, {@code frozen},
 *     {@code recovered}, {@code enabled}, {@code paused}, {@code resumed} or {@code gone}
 */
public record CircuitChange(
    Instant at, String event, long consecutiveFailures, @Nullable Window window) {
  /** Attempts of the 48 hours up to the change. */
  public record Window(long attempts, long failures) {}
}
