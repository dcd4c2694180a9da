package io.posthorn.sender.token;

/** The result of a request for an access token, as the metrics count it. */
public enum TokenFetchResult {
  SUCCESS("success"),
  /** The token server responded with another status than 2xx. */
  STATUS("status"),
  /** It responded with 2xx, but with no usable token. */
  INVALID("invalid"),
  TIMEOUT("timeout"),
  /** No response: the name, the address, the connection or TLS failed. */
  UNREACHABLE("unreachable");

  private final String label;

  TokenFetchResult(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
