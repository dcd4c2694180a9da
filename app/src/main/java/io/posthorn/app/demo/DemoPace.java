package io.posthorn.app.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The timing of a demo. The rules are the real ones with small numbers, so that an endpoint's whole
 * life cycle fits into a few minutes.
 *
 * @param retryUnit the length of slot 1
 * @param probeInterval the time between probes
 * @param flapPeriod how long the flapping receiver is down, and then up
 * @param eventEveryMillis the time between events
 */
public record DemoPace(
    String retryUnit, String probeInterval, Duration flapPeriod, long eventEveryMillis) {
  /** For users who watch. */
  public static final DemoPace WATCHING = new DemoPace("250ms", "3s", Duration.ofSeconds(20), 120);

  /** For tests. */
  public static final DemoPace TESTING = new DemoPace("60ms", "700ms", Duration.ofSeconds(3), 60);

  /** The settings as environment variables. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("POSTHORN_RETRY_UNIT", retryUnit);
    settings.put("POSTHORN_CIRCUIT_PROBE_INTERVAL", probeInterval);
    settings.put("POSTHORN_CIRCUIT_DISABLE_MIN_ATTEMPTS", "40");
    settings.put("POSTHORN_CIRCUIT_DISABLE_CONSECUTIVE", "15");
    settings.put("POSTHORN_CIRCUIT_FREEZE_CONSECUTIVE_ANY_TIME", "28");
    return settings;
  }
}
