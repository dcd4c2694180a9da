package io.posthorn.server.node;

import io.posthorn.server.settings.Settings;
import java.util.Optional;

/**
 * Settings that are understood but not served by this version. Who relies on one must learn it at
 * the start: a certificate that is silently left out would be worse than none.
 */
final class NotYet {
  private NotYet() {}

  static Optional<String> reason(Settings settings) {
    if (settings.http().tls() != null) {
      return notYet("http.tls.certificate", "let a proxy on this machine do TLS");
    }
    if (settings.ops().port() != null) {
      return notYet("ops.port", "the health routes are on the main port");
    }
    return Optional.empty();
  }

  private static Optional<String> notYet(String key, String instead) {
    return Optional.of(key + ": not available in this version; leave it out: " + instead + ".");
  }
}
