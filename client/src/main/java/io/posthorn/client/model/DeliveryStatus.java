package io.posthorn.client.model;

/** Where a message is on its way. */
public enum DeliveryStatus implements ApiName {
  /** It waits for an attempt: its first one, a retry, or until its endpoint is enabled. */
  WAITING("waiting"),
  /** An attempt is under way. */
  IN_FLIGHT("inFlight"),
  /** The receiver has answered 2xx. */
  DELIVERED("delivered"),
  /** It was given up; it can be replayed. */
  DROPPED("dropped"),
  /** It was stopped on request, or with its subscription or customer. */
  CANCELLED("cancelled"),
  /** A status that this version of the client does not know. */
  UNKNOWN("");

  private final String apiName;

  DeliveryStatus(String apiName) {
    this.apiName = apiName;
  }

  @Override
  public String apiName() {
    return apiName;
  }

  /** Whether nothing more happens to the message unless somebody replays it. */
  public boolean isFinal() {
    return this == DELIVERED || this == DROPPED || this == CANCELLED;
  }
}
