package io.posthorn.core.shard.layout;

/** The kinds of entries in a circuit's history. Numbers are stored and never reused. */
public enum CircuitEvent {
  PROBE_FAILED(1, "probeFailed"),
  PROBE_SUCCEEDED(2, "probeSucceeded"),
  DISABLED(3, "disabled"),
  FROZEN(4, "frozen"),
  /** Enabled by the success of a probe. */
  RECOVERED(5, "recovered"),
  /** Enabled by a person. */
  ENABLED(6, "enabled"),
  PAUSED(7, "paused");

  private final int number;
  private final String text;

  CircuitEvent(int number, String text) {
    this.number = number;
    this.text = text;
  }

  public int number() {
    return number;
  }

  public static CircuitEvent of(int number) {
    for (CircuitEvent event : values()) {
      if (event.number == number) {
        return event;
      }
    }
    throw new IllegalStateException("a circuit's event of a newer version: " + number);
  }

  public String text() {
    return text;
  }
}
