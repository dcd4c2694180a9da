package io.posthorn.server.http;

/** An address cannot be listened on; the message is one line that names the setting. */
public final class CannotListenException extends RuntimeException {
  CannotListenException(String message) {
    super(message);
  }
}
