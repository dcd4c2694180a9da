package io.posthorn.server.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much one customer may bring; null for no limit. */
public record LimitSettings(@Nullable Integer eventsPerSecond, @Nullable Long waitingMessages) {
  private static final Setting<Integer> EVENTS_PER_SECOND =
      Setting.optional(
          "limits.events-per-second",
          Kinds.whole(1, 1_000_000_000),
          "none",
          "How many events one customer may post in a second.");

  private static final Setting<Long> WAITING_MESSAGES =
      Setting.optional(
          "limits.waiting-messages",
          Kinds.wholeLong(1, 1_000_000_000_000L),
          "none",
          "With more messages waiting than this, a customer's events are turned away.");

  static final List<Setting<?>> ALL = List.of(EVENTS_PER_SECOND, WAITING_MESSAGES);

  static LimitSettings of(Values values) {
    return new LimitSettings(values.find(EVENTS_PER_SECOND), values.find(WAITING_MESSAGES));
  }
}
