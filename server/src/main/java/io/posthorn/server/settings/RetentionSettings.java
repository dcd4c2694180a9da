package io.posthorn.server.settings;

import io.posthorn.core.shard.protocol.RetentionRules;
import java.time.Duration;
import java.util.List;

/**
 * How long what has ended is kept; the words are those of {@link RetentionRules}.
 *
 * @param maxBytes above this the oldest of what has ended goes early
 */
public record RetentionSettings(
    Duration records, Duration deliveredPayloads, Duration unmatched, DiskBudget maxBytes) {
  private static final Setting<Duration> RECORDS =
      Setting.of(
              "retention.records",
              Durations.atLeast("1ms"),
              "30d",
              "How long events, messages and attempts are kept after their end.")
          .onKafka("72h");

  private static final Setting<Duration> DELIVERED_PAYLOADS =
      Setting.of(
          "retention.delivered-payloads",
          Durations.atLeast("1ms"),
          "3d",
          "How long the payload of what was delivered is kept.");

  private static final Setting<Duration> UNMATCHED =
      Setting.of(
          "retention.unmatched",
          Durations.atLeast("1ms"),
          "24h",
          "How long events that matched no subscription are kept.");

  static final Setting<DiskBudget> MAX_BYTES =
      Setting.of(
          "retention.max-bytes",
          Sizes.budget(),
          "80%",
          "Above this, a size or a share of the volume, the oldest that has ended goes early.");

  static final List<Setting<?>> ALL = List.of(RECORDS, DELIVERED_PAYLOADS, UNMATCHED, MAX_BYTES);

  static RetentionSettings of(Values values) {
    return new RetentionSettings(
        values.get(RECORDS),
        values.get(DELIVERED_PAYLOADS),
        values.get(UNMATCHED),
        values.get(MAX_BYTES));
  }

  /** The rules; how long an event's id stays taken is promised to callers and no setting. */
  public RetentionRules rules() {
    return new RetentionRules(
        records.toMillis(),
        deliveredPayloads.toMillis(),
        unmatched.toMillis(),
        RetentionRules.DEFAULT.eventIds());
  }
}
