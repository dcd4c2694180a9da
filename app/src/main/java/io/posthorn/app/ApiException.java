package io.posthorn.app;

/** The server said no, or nothing at all. The message is one line for a person. */
final class ApiException extends Exception {
  ApiException(String line) {
    super(line);
  }
}
