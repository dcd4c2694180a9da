package io.posthorn.core.message;

import io.posthorn.core.store.StoredEnum;

/** The reason why a request got no response. Numbers are stored and never reused. */
public enum ErrorKind implements StoredEnum {
  /** The head of the response did not come in time. */
  TIMEOUT(1, "timeout"),
  /** The connection was refused. */
  REFUSED(2, "refused"),
  /** The host's name could not be resolved. */
  DNS(3, "dns"),
  /** The TLS handshake failed, or the certificate is not valid for the host. */
  TLS(4, "tls"),
  /** The address is blocked by the settings. */
  BLOCKED_ADDRESS(5, "blocked_address"),
  /** The connection broke, or the response was not HTTP. */
  CONNECTION(6, "connection"),
  /** There was no access token, so nothing was sent. */
  AUTH(7, "auth");

  private final int number;
  private final String text;

  ErrorKind(int number, String text) {
    this.number = number;
    this.text = text;
  }

  @Override
  public int number() {
    return number;
  }

  /** The name used in the API and in logs. */
  public String text() {
    return text;
  }

  static ErrorKind of(int number) {
    return StoredEnum.of(values(), number, "error kind");
  }
}
