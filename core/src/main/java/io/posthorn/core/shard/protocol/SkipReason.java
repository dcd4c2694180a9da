package io.posthorn.core.shard.protocol;

import io.posthorn.core.store.StoredEnum;

/**
 * The reason why a bulk job skips a message that it selects. Numbers are stored and never reused.
 */
public enum SkipReason implements StoredEnum {
  /** A retry: a request of the message is running. */
  IN_FLIGHT(1, "in_flight"),
  /** A retry: the endpoint, or its delivery, is paused. */
  PAUSED(2, "paused"),
  /** A retry: the endpoint is disabled. */
  DISABLED(3, "disabled"),
  /** A retry: the endpoint is frozen. */
  FROZEN(4, "frozen"),
  /** A retry or cancellation: the message ended before the job came to it. */
  ENDED(5, "ended"),
  /** A replay or retry: the message has no subscription any more. */
  SUBSCRIPTION_DELETED(6, "subscription_deleted"),
  /** A replay: retention removed the payload. */
  PAYLOAD_REMOVED(7, "payload_removed"),
  /** A retry: an earlier message of the same object has not ended. */
  ORDER(8, "order");

  private final int number;
  private final String text;

  SkipReason(int number, String text) {
    this.number = number;
    this.text = text;
  }

  @Override
  public int number() {
    return number;
  }

  public String text() {
    return text;
  }

  public static SkipReason of(int number) {
    return StoredEnum.of(values(), number, "skip reason");
  }
}
