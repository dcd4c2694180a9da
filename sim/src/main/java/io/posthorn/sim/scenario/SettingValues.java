package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The settings of a scenario: those that it names, and the defaults of the rest. */
final class SettingValues {
  private final EnumMap<Setting, Long> given = new EnumMap<>(Setting.class);

  void set(Setting setting, long value) {
    given.put(setting, value);
  }

  long get(Setting setting) {
    return given.getOrDefault(setting, setting.standard);
  }

  private int number(Setting setting) {
    return Math.toIntExact(get(setting));
  }

  /**
   * The rules they make.
   *
   * @throws IllegalArgumentException where they do not go together, in words for a person
   */
  Rules rules() {
    return Rules.DEFAULT
        .withRetry(
            new RetrySchedule(
                get(Setting.RETRY_UNIT),
                number(Setting.RETRY_LIMIT),
                (double) get(Setting.RETRY_JITTER) / Setting.WHOLE))
        .withCircuit(
            new CircuitRules(
                get(Setting.WINDOW),
                number(Setting.MIN_ATTEMPTS),
                number(Setting.FAILURE_RATE),
                number(Setting.DISABLE_CONSECUTIVE),
                get(Setting.PROBE_INTERVAL),
                number(Setting.FREEZE_CONSECUTIVE),
                get(Setting.FREEZE_SINCE_SUCCESS),
                number(Setting.FREEZE_ANY_TIME)))
        .withLimits(
            DeliveryLimits.DEFAULT.withInFlight(
                number(Setting.MAX_IN_FLIGHT),
                number(Setting.MAX_IN_FLIGHT_PER_ENDPOINT),
                DeliveryLimits.DEFAULT.maxBytesInFlight()));
  }

  /** What differs from the defaults, for the head of a report. */
  List<String> differences() {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<Setting, Long> entry : given.entrySet()) {
      Setting setting = entry.getKey();
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
