package io.posthorn.client.model;

/** What an API key may do. */
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
