package io.posthorn.engine.error;

import org.jspecify.annotations.Nullable;

/** Thrown when the server cannot start; the message is one line that says why and what to do. */
public final class StartException extends RuntimeException {
  /** A failure to start. */
  public StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
