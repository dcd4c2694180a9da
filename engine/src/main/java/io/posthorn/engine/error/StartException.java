package io.posthorn.engine.error;

import org.jspecify.annotations.Nullable;

/** The failure of a start. Its message is one line: why, and what to do. */
public final class StartException extends RuntimeException {
  /** A failure to start. */
  public StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
