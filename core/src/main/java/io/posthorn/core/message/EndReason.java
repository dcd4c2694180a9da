package io.posthorn.core.message;

import io.posthorn.core.store.StoredEnum;

/** The reason why a message ended. Numbers are stored and never reused. */
public enum EndReason implements StoredEnum {
  /** It has not ended, or it was delivered, which needs no reason. */
  NONE(0, ""),
  /** Dropped: the last slot's attempt failed. */
  RETRIES_EXHAUSTED(1, "retries_exhausted"),
  /** Dropped: it was held up to its last slot. */
  EXPIRED(2, "expired"),
  /** Cancelled: its subscription was deleted. */
  SUBSCRIPTION_DELETED(3, "subscription_deleted"),
  /** Cancelled: by a user. */
  BY_REQUEST(4, "by_request"),
  /** Cancelled: its customer was deleted. */
  CUSTOMER_DELETED(5, "customer_deleted"),
  /** Dropped: the response had one of its endpoint's final statuses. */
  REJECTED(6, "rejected");

  private final int number;
  private final String text;

  EndReason(int number, String text) {
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

  public static EndReason of(int number) {
    return StoredEnum.of(values(), number, "end reason");
  }
}
