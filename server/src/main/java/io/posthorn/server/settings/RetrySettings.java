package io.posthorn.server.settings;

import io.posthorn.core.retry.RetrySchedule;
import java.time.Duration;
import java.util.List;

/** The settings of {@link RetrySchedule}: when failed messages are retried. */
public record RetrySettings(Duration unit, int limit, double jitter, Duration orderedWait) {
  private static final Setting<Duration> UNIT =
      Setting.of(
          "retry.unit",
          ValueTypes.duration("1ms"),
          "84800ms",
          "Retry n is due (2^n - 1) times this after a message was accepted.");

  private static final Setting<Integer> LIMIT =
      Setting.of(
          "retry.limit",
          ValueTypes.whole(1, 40).because("each retry waits twice as long"),
          "11",
          "The number of retries after the first attempt.");

  private static final Setting<Double> JITTER =
      Setting.of(
          "retry.jitter",
          ValueTypes.SHARE,
          "0",
          "The share of its delay by which a retry may be late; it is never early.");

  private static final Setting<Duration> ORDERED_WAIT =
      Setting.of(
          "ordering.max-wait",
          ValueTypes.duration("1ms"),
          "7d",
          "An ordered message that waits for earlier ones longer than this is dropped.");

  static final List<Setting<?>> ALL = List.of(UNIT, LIMIT, JITTER, ORDERED_WAIT);

  static RetrySettings of(Values values) {
    RetrySettings retry =
        new RetrySettings(
            values.get(UNIT), values.get(LIMIT), values.get(JITTER), values.get(ORDERED_WAIT));
    try {
      retry.schedule();
    } catch (IllegalArgumentException e) {
      // Each value is within its bounds; the combination is too long.
      throw values.refused(
          values.isSet(LIMIT) ? LIMIT : UNIT,
          "with these values of retry.unit and retry.limit, the last retry would be due after more"
              + " than 30,000 years; lower one of them");
    }
    return retry;
  }

  public RetrySchedule schedule() {
    return new RetrySchedule(unit.toMillis(), limit, jitter);
  }
}
