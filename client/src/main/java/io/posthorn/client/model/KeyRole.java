package io.posthorn.client.model;

/** The role of an API key, which defines its permissions. */
public enum KeyRole implements ApiName {
  /** Everything. */
  ADMIN("admin"),
  /** Everything of its customer. */
  MANAGER("manager"),
  /** Only post events. */
  PRODUCER("producer"),
  /** Read everything of its customer but secrets. */
  VIEWER("viewer"),
  /** A role that this version of the client does not know. */
  UNKNOWN("");

  private final String apiName;

  KeyRole(String apiName) {
    this.apiName = apiName;
  }

  @Override
  public String apiName() {
    return apiName;
  }
}
