package io.posthorn.server.peer;

import org.jspecify.annotations.Nullable;

/** A node did not answer a question; the message says which and why. */
public final class UnansweredException extends Exception {
  UnansweredException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
