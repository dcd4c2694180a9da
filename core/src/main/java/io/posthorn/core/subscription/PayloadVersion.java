package io.posthorn.core.subscription;

import io.posthorn.core.filter.EventStates;
import java.util.Optional;

/**
 * The version of the payload, which decides how states are written. Numbers are stored and never
 * reused.
 *
 * <p>{@code V1} sends an array of one element among a state's fields, and among those of its {@code
 * parameterValues}, as that element; {@code V2} passes states on byte for byte.
 */
public enum PayloadVersion {
  V1(1, "v1"),
  V2(2, "v2");

  private final int number;
  private final String text;

  PayloadVersion(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** The version of that name, as used in the API; empty for any other text. */
  public static Optional<PayloadVersion> parse(String text) {
    for (PayloadVersion version : values()) {
      if (version.text.equals(text)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** The states of an event in the shape that this version sends, which filters see as well. */
  public EventStates shape(EventStates states) {
    return this == V1 ? states.unwrapped() : states;
  }

  public int number() {
    return number;
  }

  /** The name used in the API. */
  public String text() {
    return text;
  }
}
