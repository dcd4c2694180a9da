package io.posthorn.server.settings;

import io.posthorn.core.shard.protocol.RetentionRules;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link RetentionRules}: how long ended messages and events are kept.
 *
 * @param maxBytes above this size, the oldest ended messages are removed early
 */
public record RetentionSettings(
    Duration records, Duration deliveredPayloads, Duration unmatched, DiskBudget maxBytes) {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})%");

  private static final ValueType<DiskBudget> DISK_BUDGET =
      ValueType.of(
          "a size, " + ValueTypes.SIZES + ", nor a share of the volume from 1% to 100%",
          RetentionSettings::diskBudget);

  private static final Setting<Duration> RECORDS =
      Setting.of(
              "retention.records",
              ValueTypes.duration("1ms"),
              "30d",
              "The time for which ended messages, their events and attempts are kept.")
          .onKafka("72h");

  private static final Setting<Duration> DELIVERED_PAYLOADS =
      Setting.of(
          "retention.delivered-payloads",
          ValueTypes.duration("1ms"),
          "3d",
          "The time for which the payload of a delivered message is kept.");

  private static final Setting<Duration> UNMATCHED =
      Setting.of(
          "retention.unmatched",
          ValueTypes.duration("1ms"),
          "24h",
          "The time for which events without a matching subscription are kept.");

  static final Setting<DiskBudget> MAX_BYTES =
      Setting.of(
          "retention.max-bytes",
          DISK_BUDGET,
          "80%",
          "Above this size, or share of the volume, the oldest ended messages are removed early.");

  static final List<Setting<?>> ALL = List.of(RECORDS, DELIVERED_PAYLOADS, UNMATCHED, MAX_BYTES);

  static RetentionSettings of(Values values) {
    return new RetentionSettings(
        values.get(RECORDS),
        values.get(DELIVERED_PAYLOADS),
        values.get(UNMATCHED),
        values.get(MAX_BYTES));
  }

  /**
   * Returns the rules. The time for which event ids stay reserved is part of the API, not a
   * setting.
   */
  public RetentionRules rules() {
    return new RetentionRules(
        records.toMillis(),
        deliveredPayloads.toMillis(),
        unmatched.toMillis(),
        RetentionRules.DEFAULT.eventIds());
  }

  private static @Nullable DiskBudget diskBudget(String text) {
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      int share = Integer.parseInt(percent.group(1));
      return share < 1 || share > 100 ? null : new DiskBudget.ShareOfVolume(share);
    }
    Long bytes = ValueTypes.bytes(text);
    return bytes == null || bytes < 1 ? null : new DiskBudget.Bytes(bytes);
  }

  /** The disk space that may be used. */
  public sealed interface DiskBudget {
    /** Returns the budget in bytes on a volume of the given size. */
    long bytesOn(long volumeBytes);

    /** A fixed number of bytes. */
    record Bytes(long bytes) implements DiskBudget {
      @Override
      public long bytesOn(long volumeBytes) {
        return bytes;
      }
    }

    /** A percentage of the volume. */
    record ShareOfVolume(int percent) implements DiskBudget {
      @Override
      public long bytesOn(long volumeBytes) {
        // Divides first, because the product could overflow.
        return volumeBytes / 100 * percent;
      }
    }
  }
}
