package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.text.DurationText;
import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The settings that a scenario can change, under the keys of the settings file. */
enum ScenarioSetting {
  RETRY_UNIT("retry.unit", Kind.DURATION, RetrySchedule.DEFAULT.offset(1)),
  RETRY_LIMIT("retry.limit", Kind.COUNT, RetrySchedule.DEFAULT.limit()),
  RETRY_JITTER("retry.jitter", Kind.SHARE, 0),
  WINDOW("circuit.window", Kind.DURATION, CircuitRules.DEFAULT.window()),
  MIN_ATTEMPTS("circuit.disable.min-attempts", Kind.COUNT, CircuitRules.DEFAULT.minAttempts()),
  FAILURE_RATE("circuit.disable.failure-rate", Kind.SHARE, CircuitRules.DEFAULT.failureRate()),
  DISABLE_CONSECUTIVE(
      "circuit.disable.consecutive", Kind.COUNT, CircuitRules.DEFAULT.disableConsecutive()),
  PROBE_INTERVAL("circuit.probe-interval", Kind.DURATION, CircuitRules.DEFAULT.probeInterval()),
  FREEZE_CONSECUTIVE(
      "circuit.freeze.consecutive", Kind.COUNT, CircuitRules.DEFAULT.freezeConsecutive()),
  FREEZE_SINCE_SUCCESS(
      "circuit.freeze.since-success", Kind.DURATION, CircuitRules.DEFAULT.freezeSinceSuccess()),
  FREEZE_ANY_TIME(
      "circuit.freeze.consecutive-any-time",
      Kind.COUNT,
      CircuitRules.DEFAULT.freezeConsecutiveAnyTime()),
  TIMEOUT("delivery.timeout", Kind.DURATION, 5 * DurationText.SECOND),
  MAX_IN_FLIGHT("delivery.max-in-flight", Kind.COUNT, DeliveryLimits.DEFAULT.maxInFlight()),
  MAX_IN_FLIGHT_PER_ENDPOINT(
      "delivery.max-in-flight-per-endpoint",
      Kind.COUNT,
      DeliveryLimits.DEFAULT.maxInFlightPerEndpoint()),
  MAX_IN_FLIGHT_PER_HOST(
      "delivery.max-in-flight-per-host", Kind.COUNT, DeliveryLimits.DEFAULT.maxInFlightPerHost());

  /** A share as a whole number: millionths, as the rules of the circuit count it. */
  static final long WHOLE = 1_000_000;

  final String key;
  final Kind kind;
  final long standard;

  ScenarioSetting(String key, Kind kind, long standard) {
    this.key = key;
    this.kind = kind;
    this.standard = standard;
  }

  static @Nullable ScenarioSetting of(String key) {
    for (ScenarioSetting setting : values()) {
      if (setting.key.equals(key)) {
        return setting;
      }
    }
    return null;
  }

  /** The type of a value. */
  enum Kind {
    DURATION("a duration above zero, such as 84800ms, 5s, 10m or 72h") {
      @Override
      OptionalLong parse(String text) {
        OptionalLong value = DurationText.parseParts(text);
        return value.orElse(0) > 0 ? value : OptionalLong.empty();
      }

      @Override
      String text(long value) {
        return DurationText.parts(value);
      }
    },
    COUNT("a whole number from 1 to 999999999") {
      @Override
      OptionalLong parse(String text) {
        return text.matches("0*[1-9]\\d{0,8}")
            ? OptionalLong.of(Long.parseLong(text))
            : OptionalLong.empty();
      }

      @Override
      String text(long value) {
        return Long.toString(value);
      }
    },
    SHARE("a share from 0 to 1, such as 0.70") {
      @Override
      OptionalLong parse(String text) {
        if (!text.matches("(0(\\.\\d{1,6})?|1(\\.0{1,6})?)")) {
          return OptionalLong.empty();
        }
        return OptionalLong.of(new BigDecimal(text).movePointRight(6).longValueExact());
      }

      @Override
      String text(long value) {
        return BigDecimal.valueOf(value, 6).stripTrailingZeros().toPlainString();
      }
    };

    final String expected;

    Kind(String expected) {
      this.expected = expected;
    }

    abstract OptionalLong parse(String text);

    abstract String text(long value);
  }
}
