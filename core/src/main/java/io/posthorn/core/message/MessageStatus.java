package io.posthorn.core.message;

import io.posthorn.core.store.StoredEnum;

/**
 * The lifecycle status of a message. Numbers are stored and never reused.
 *
 * <p>"In flight" is not a status: it describes a waiting message while its request runs, and is
 * lost with the process.
 */
public enum MessageStatus implements StoredEnum {
  WAITING(0, "waiting"),
  DELIVERED(1, "delivered"),
  DROPPED(2, "dropped"),
  CANCELLED(3, "cancelled");

  private final int number;
  private final String text;

  MessageStatus(int number, String text) {
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

  public boolean ended() {
    return this != WAITING;
  }

  public static MessageStatus of(int number) {
    return StoredEnum.of(values(), number, "message status");
  }
}
