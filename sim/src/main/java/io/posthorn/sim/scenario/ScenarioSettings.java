package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The settings of a scenario: its own values, and the defaults of all others. */
public final class ScenarioSettings {
  private final EnumMap<ScenarioSetting, Long> given = new EnumMap<>(ScenarioSetting.class);

  void set(ScenarioSetting setting, long value) {
    given.put(setting, value);
  }

  long get(ScenarioSetting setting) {
    return given.getOrDefault(setting, setting.standard);
  }

  private int number(ScenarioSetting setting) {
    return Math.toIntExact(get(setting));
  }

  /**
   * The rules that these settings make.
   *
   * @throws IllegalArgumentException if the values exclude each other
   */
  public Rules rules() {
    return Rules.DEFAULT
        .withRetry(
            new RetrySchedule(
                get(ScenarioSetting.RETRY_UNIT),
                number(ScenarioSetting.RETRY_LIMIT),
                (double) get(ScenarioSetting.RETRY_JITTER) / ScenarioSetting.WHOLE))
        .withCircuit(
            new CircuitRules(
                get(ScenarioSetting.WINDOW),
                number(ScenarioSetting.MIN_ATTEMPTS),
                number(ScenarioSetting.FAILURE_RATE),
                number(ScenarioSetting.DISABLE_CONSECUTIVE),
                get(ScenarioSetting.PROBE_INTERVAL),
                number(ScenarioSetting.FREEZE_CONSECUTIVE),
                get(ScenarioSetting.FREEZE_SINCE_SUCCESS),
                number(ScenarioSetting.FREEZE_ANY_TIME)))
        .withLimits(
            DeliveryLimits.DEFAULT
                .withInFlight(
                    number(ScenarioSetting.MAX_IN_FLIGHT),
                    number(ScenarioSetting.MAX_IN_FLIGHT_PER_ENDPOINT),
                    DeliveryLimits.DEFAULT.maxBytesInFlight())
                .withInFlightPerHost(
                    number(ScenarioSetting.MAX_IN_FLIGHT_PER_HOST),
                    DeliveryLimits.DEFAULT.startInFlightPerHost()));
  }

  /** The settings that differ from the defaults, for the head of a report. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<ScenarioSetting, Long> entry : given.entrySet()) {
      ScenarioSetting setting = entry.getKey();
      if (entry.getValue() != setting.standard) {
        differences.add(
            setting.key
                + ": "
                + setting.kind.text(entry.getValue())
                + " (default "
                + setting.kind.text(setting.standard)
                + ")");
      }
    }
    return differences;
  }
}
