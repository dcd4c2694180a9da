package io.posthorn.app;

/** What should be sent are no events. The message is one line for a person. */
final class InvalidEventsException extends Exception {
  InvalidEventsException(String line) {
    super(line);
  }
}
