package io.posthorn.client.model;

/** The state of an endpoint's circuit. */
public enum EndpointStatus implements ApiName {
  /** Messages are sent. */
  ENABLED("enabled"),
  /** It fails too often: messages are held, and one is sent now and then as a probe. */
  DISABLED("disabled"),
  /** It has failed for so long that nothing is sent until a person enables it. */
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
