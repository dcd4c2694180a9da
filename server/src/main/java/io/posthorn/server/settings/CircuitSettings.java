package io.posthorn.server.settings;

import io.posthorn.core.endpoint.CircuitRules;
import java.time.Duration;
import java.util.List;

/** The settings of {@link CircuitRules}: when an endpoint is disabled, probed and frozen. */
public record CircuitSettings(
    Duration window,
    int disableMinAttempts,
    double disableFailureRate,
    int disableConsecutive,
    Duration probeInterval,
    int freezeConsecutive,
    Duration freezeSinceSuccess,
    int freezeConsecutiveAnyTime) {
  private static final int MOST = 1_000_000_000;

  private static final Setting<Duration> WINDOW =
      Setting.of(
          "circuit.window",
          ValueTypes.duration("48ms").because("the window is kept in 48 buckets"),
          "48h",
          "The time over which attempts count for the failure rate.");

  private static final Setting<Integer> DISABLE_MIN_ATTEMPTS =
      Setting.of(
          "circuit.disable.min-attempts",
          ValueTypes.whole(0, MOST),
          "100",
          "The failure rate applies only above this many attempts in the window.");

  private static final Setting<Double> DISABLE_FAILURE_RATE =
      Setting.of(
          "circuit.disable.failure-rate",
          ValueTypes.SHARE,
          "0.70",
          "Above this failure rate an endpoint is disabled.");

  private static final Setting<Integer> DISABLE_CONSECUTIVE =
      Setting.of(
          "circuit.disable.consecutive",
          ValueTypes.whole(1, MOST),
          "2000",
          "From this many consecutive failures on, an endpoint is disabled, whatever its failure rate.");

  private static final Setting<Duration> PROBE_INTERVAL =
      Setting.of(
          "circuit.probe-interval",
          ValueTypes.duration("1ms"),
          "10m",
          "The time from disabling an endpoint to its first probe, and between probes.");

  private static final Setting<Integer> FREEZE_CONSECUTIVE =
      Setting.of(
          "circuit.freeze.consecutive",
          ValueTypes.whole(0, MOST),
          "2000",
          "Above this many consecutive failures, and circuit.freeze.since-success, an endpoint is"
              + " frozen.");

  private static final Setting<Duration> FREEZE_SINCE_SUCCESS =
      Setting.of(
          "circuit.freeze.since-success",
          ValueTypes.duration("1ms"),
          "72h",
          "After this long without success, and circuit.freeze.consecutive, an endpoint is"
              + " frozen.");

  private static final Setting<Integer> FREEZE_CONSECUTIVE_ANY_TIME =
      Setting.of(
          "circuit.freeze.consecutive-any-time",
          ValueTypes.whole(1, MOST),
          "50000",
          "From this many consecutive failures on, an endpoint is frozen, however recent its last success.");

  static final List<Setting<?>> ALL =
      List.of(
          WINDOW,
          DISABLE_MIN_ATTEMPTS,
          DISABLE_FAILURE_RATE,
          DISABLE_CONSECUTIVE,
          PROBE_INTERVAL,
          FREEZE_CONSECUTIVE,
          FREEZE_SINCE_SUCCESS,
          FREEZE_CONSECUTIVE_ANY_TIME);

  static CircuitSettings of(Values values) {
    return new CircuitSettings(
        values.get(WINDOW),
        values.get(DISABLE_MIN_ATTEMPTS),
        values.get(DISABLE_FAILURE_RATE),
        values.get(DISABLE_CONSECUTIVE),
        values.get(PROBE_INTERVAL),
        values.get(FREEZE_CONSECUTIVE),
        values.get(FREEZE_SINCE_SUCCESS),
        values.get(FREEZE_CONSECUTIVE_ANY_TIME));
  }

  public CircuitRules rules() {
    return new CircuitRules(
        window.toMillis(),
        disableMinAttempts,
        // Rounded, because the double 0.7 is slightly below 7/10.
        (int) Math.round(disableFailureRate * 1_000_000),
        disableConsecutive,
        probeInterval.toMillis(),
        freezeConsecutive,
        freezeSinceSuccess.toMillis(),
        freezeConsecutiveAnyTime);
  }
}
