package io.posthorn.core.shard.layout;

import io.posthorn.core.store.StoredEnum;

/** The kinds of entries in a circuit's history. Numbers are stored and never reused. */
public enum CircuitEvent implements StoredEnum {
  PROBE_FAILED(1, "probeFailed"),
  PROBE_SUCCEEDED(2, "probeSucceeded"),
  DISABLED(3, "disabled"),
  FROZEN(4, "frozen"),
  /** Enabled by the success of a probe. */
  RECOVERED(5, "recovered"),
  /** Enabled by a user. */
  ENABLED(6, "enabled"),
  PAUSED(7, "paused"),
  /** The end of a pause, whatever the circuit's state. */
  RESUMED(8, "resumed"),
  /** Paused by a final 410. */
  GONE(9, "gone");

  private final int number;
  private final String text;

  CircuitEvent(int number, String text) {
    this.number = number;
    this.text = text;
  }

  @Override
  public int number() {
    return number;
  }

  public static CircuitEvent of(int number) {
    return StoredEnum.of(values(), number, "circuit event");
  }

  public String text() {
    return text;
  }
}
