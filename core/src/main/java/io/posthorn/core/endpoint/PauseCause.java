package io.posthorn.core.endpoint;

import io.posthorn.core.store.StoredEnum;

/** The cause of an endpoint's pause. Numbers are stored and never reused; 0 is no pause. */
public enum PauseCause implements StoredEnum {
  /** A user paused it. */
  USER(1, "user"),
  /** The receiver responded with a 410 that is among its final statuses. */
  GONE(2, "gone");

  private final int number;
  private final String text;

  PauseCause(int number, String text) {
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

  public static PauseCause of(int number) {
    return StoredEnum.of(values(), number, "pause cause");
  }
}
