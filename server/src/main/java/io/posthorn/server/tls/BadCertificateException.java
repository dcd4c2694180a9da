package io.posthorn.server.tls;

/** A certificate or its key cannot be used; the message is one line that names the setting. */
public final class BadCertificateException extends RuntimeException {
  BadCertificateException(String message) {
    super(message);
  }
}
