package io.posthorn.core.shard.protocol;

/** The changes of an endpoint that operational events and logs report. */
public enum EndpointChange {
  DISABLED("disabled"),
  FROZEN("frozen"),
  /** Receives again: by a probe's success, or because a user enabled or resumed it. */
  RECOVERED("recovered"),
  PAUSED("paused"),
  /** Its client certificate ends within 14 days. */
  CERTIFICATE_EXPIRING("certificate_expiring");

  private final String text;

  EndpointChange(String text) {
    this.text = text;
  }

  /** The {@code eventType} of the operational event. */
  public String text() {
    return text;
  }
}
