package io.posthorn.client.model;

/** The state of an endpoint's circuit. */
public enum EndpointStatus implements ApiName {
  /** Messages are sent. */
  ENABLED("enabled"),
  /** It fails too often: messages are held, except for a probe at intervals. */
  DISABLED("disabled"),
  /** It failed for so long that nothing is sent until it is enabled manually. */
  FROZEN("frozen"),
  /** A status that this version of the client does not know. */
  UNKNOWN("");

  private final String apiName;

  EndpointStatus(String apiName) {
    this.apiName = apiName;
  }

  @Override
  public String apiName() {
    return apiName;
  }
}
