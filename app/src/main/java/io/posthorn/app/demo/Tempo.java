package io.posthorn.app.demo;

import java.util.HashMap;
import java.util.Map;

/**
 * How fast everything goes. The rules are the real ones with small numbers, so that an endpoint's
 * whole life fits into a few minutes.
 *
 * @param retryUnit the length of slot 1
 * @param probeInterval from one probe to the next
 * @param flapMillis for how long the flapping receiver is down, and then up
 * @param eventEveryMillis from one event to the next
 */
public record Tempo(
    String retryUnit, String probeInterval, long flapMillis, long eventEveryMillis) {
  /** For people who watch. */
  public static final Tempo WATCHING = new Tempo("250ms", "3s", 20_000, 120);

  /** For tests, which wait for each thing to happen. */
  public static final Tempo TESTING = new Tempo("60ms", "700ms", 3_000, 60);

  /** As environment variables say it. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("POSTHORN_RETRY_UNIT", retryUnit);
    settings.put("POSTHORN_CIRCUIT_PROBE_INTERVAL", probeInterval);
    settings.put("POSTHORN_CIRCUIT_DISABLE_MIN_ATTEMPTS", "40");
    settings.put("POSTHORN_CIRCUIT_DISABLE_CONSECUTIVE", "15");
    settings.put("POSTHORN_CIRCUIT_FREEZE_CONSECUTIVE_ANY_TIME", "28");
    settings.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    return settings;
  }
}
