package io.posthorn.core.endpoint;

import java.time.Duration;

/**
 * The thresholds and intervals of the circuit, all of them settings.
 *
 * @param window how far back attempts are counted; kept in 48 buckets
 * @param minAttempts the failure rate applies only above this many attempts in the window
 * @param failureRate above this share of failures (in millionths) an endpoint is disabled
 * @param disableConsecutive from this many failures in a row it is disabled whatever the rate
 * @param probeInterval from being disabled to the first probe, and from probe to probe
 * @param freezeConsecutive above this many failures in a row, and
 * @param freezeSinceSuccess longer than this without success, it is frozen
 * @param freezeConsecutiveAnyTime from this many failures in a row on it is frozen, however recent
 *     its last success
 */
public record CircuitRules(
    long window,
    int minAttempts,
    int failureRate,
    int disableConsecutive,
    long probeInterval,
    int freezeConsecutive,
    long freezeSinceSuccess,
    int freezeConsecutiveAnyTime) {
  public static final CircuitRules DEFAULT =
      new CircuitRules(
          Duration.ofHours(48).toMillis(),
          100,
          700_000,
          2_000,
          Duration.ofMinutes(10).toMillis(),
          2_000,
          Duration.ofHours(72).toMillis(),
          50_000);

  public CircuitRules {
    if (window < FailureWindow.BUCKETS) {
      throw new IllegalArgumentException("circuit.window must be at least 48ms");
    }
    if (probeInterval < 1) {
      throw new IllegalArgumentException("circuit.probe-interval must be at least 1ms");
    }
  }
}
