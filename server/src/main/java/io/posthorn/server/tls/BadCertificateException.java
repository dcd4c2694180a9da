package io.posthorn.server.tls;

/**
 * The rejection of an unusable certificate or key; the message is one line that names the setting.
 */
public final class BadCertificateException extends RuntimeException {
  BadCertificateException(String message) {
    super(message);
  }
}
