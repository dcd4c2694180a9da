package io.posthorn.server.http;

/** The failure of a truncated or malformed body; the connection cannot be used afterwards. */
final class BrokenBodyException extends RuntimeException {
  private final int status;

  BrokenBodyException(int status, Exception cause) {
    super(cause);
    this.status = status;
  }

  int status() {
    return status;
  }
}
