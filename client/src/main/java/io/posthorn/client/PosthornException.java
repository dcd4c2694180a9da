package io.posthorn.client;

/** A failed call: the server refused it, or no usable response arrived. */
public abstract sealed class PosthornException extends RuntimeException
    permits ApiErrorException, NoResponseException {
  PosthornException(String message) {
    super(message);
  }

  PosthornException(String message, Throwable cause) {
    super(message, cause);
  }
}
