package io.posthorn.server.http;

/** The failure to listen on an address; the message is one line that names the setting. */
public final class CannotListenException extends RuntimeException {
  CannotListenException(String message) {
    super(message);
  }
}
