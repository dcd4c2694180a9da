package io.posthorn.server.settings;

/** A value that its setting cannot take; the message completes "key (source): ". */
final class BadValueException extends RuntimeException {
  BadValueException(String problem) {
    super(problem, null, false, false);
  }
}
