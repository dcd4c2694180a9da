package io.posthorn.client.model;

/** The status of a message. */
public enum DeliveryStatus implements ApiName {
  /** It waits for an attempt: its first one, a retry, or until its endpoint is enabled. */
  WAITING("waiting"),
  /** An attempt is in flight. */
  IN_FLIGHT("inFlight"),
  /** The receiver responded with 2xx. */
  DELIVERED("delivered"),
  /** Posthorn gave up; it can be replayed. */
  DROPPED("dropped"),
  /** It was cancelled by request, or with its subscription or customer. */
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

  /** Returns whether the status is final, unless the message is replayed. */
  public boolean isFinal() {
    return this == DELIVERED || this == DROPPED || this == CANCELLED;
  }
}
