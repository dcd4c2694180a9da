package io.posthorn.server.node;

/** The server cannot start; the message is one line that says why and what to do. */
public final class StartException extends RuntimeException {
  /** A failure to start. */
  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
