package io.posthorn.server.settings;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The limits of one customer; null for no limit. */
public record LimitSettings(@Nullable Integer eventsPerSecond, @Nullable Long waitingMessages) {
  private static final Setting<Integer> EVENTS_PER_SECOND =
      Setting.optional(
          "limits.events-per-second",
          ValueTypes.whole(1, 1_000_000_000),
          "none",
          "The most events that one customer may post per second.");

  static final Setting<Long> WAITING_MESSAGES =
      Setting.optional(
          "limits.waiting-messages",
          ValueTypes.wholeLong(1, 1_000_000_000_000L),
          "none",
          "The most waiting messages of one customer; above it, its events are refused.");

  static final List<Setting<?>> ALL = List.of(EVENTS_PER_SECOND, WAITING_MESSAGES);

  /** Returns the limit of waiting messages for the shard. */
  long mostWaiting() {
    return waitingMessages == null ? DeliveryLimits.UNLIMITED : waitingMessages;
  }

  static LimitSettings of(Values values) {
    return new LimitSettings(values.find(EVENTS_PER_SECOND), values.find(WAITING_MESSAGES));
  }
}
