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
    if (settings.news().url() != null) {
      return notYet("news.url", "subscribe to POSTHORN_ENDPOINT and POSTHORN_DROPS instead");
    }
    if (settings.limits().waitingMessages() != null) {
      return notYet("limits.waiting-messages", "there is no such limit yet");
    }
    return Optional.empty();
  }

  private static Optional<String> notYet(String key, String instead) {
    return Optional.of(key + ": not available in this version; leave it out: " + instead + ".");
  }
}
