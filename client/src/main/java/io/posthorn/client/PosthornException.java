package io.posthorn.client;

/** A call that did not do what it should: the server refused it, or gave no usable answer. */
public abstract sealed class PosthornException extends RuntimeException
    permits ApiErrorException, NoAnswerException {
  PosthornException(String message) {
    super(message);
  }

  PosthornException(String message, Throwable cause) {
    super(message, cause);
  }
}
