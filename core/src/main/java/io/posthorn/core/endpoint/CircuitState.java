package io.posthorn.core.endpoint;

import io.posthorn.core.store.StoredEnum;

/** The state of an endpoint's circuit. Numbers are stored and never reused. */
public enum CircuitState implements StoredEnum {
  ENABLED(0, "enabled"),
  /** No attempts but probes. */
  DISABLED(1, "disabled"),
  /** No request at all, until the API enables it. */
  FROZEN(2, "frozen");

  private final int number;
  private final String text;

  CircuitState(int number, String text) {
    this.number = number;
    this.text = text;
  }

  @Override
  public int number() {
    return number;
  }

  /** The name used in the API. */
  public String text() {
    return text;
  }

  public static CircuitState of(int number) {
    return StoredEnum.of(values(), number, "circuit state");
  }
}
