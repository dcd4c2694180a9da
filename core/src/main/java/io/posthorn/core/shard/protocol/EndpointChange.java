package io.posthorn.core.shard.protocol;

/** What can happen to an endpoint, as news and logs call it. */
public enum EndpointChange {
  DISABLED("disabled"),
  FROZEN("frozen"),
  /** Enabled again, by a probe's success or by a person. */
  RECOVERED("recovered"),
  PAUSED("paused");

  private final String text;

  EndpointChange(String text) {
    this.text = text;
  }

  /** As the {@code eventType} of the news says it. */
  public String text() {
    return text;
  }
}
