package io.posthorn.server.http;

/** A body that breaks off or is not what its headers say; nothing can be read behind it. */
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
