package io.posthorn.sender.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;

/**
 * A filter that masks the secrets of a request in its response. Some receivers echo request
 * headers, and responses are stored, shown and logged. Secrets are overwritten with stars, even if
 * truncated.
 */
final class EchoedSecrets {
  /** Shorter values would mask harmless words. */
  private static final int SHORTEST = 8;

  private EchoedSecrets() {}

  /** Masks the request's secrets in the start of its response. */
  static byte[] cover(byte[] response, List<String> secrets) {
    if (response.length < SHORTEST || secrets.isEmpty()) {
      return response;
    }
    String text = new String(response, ISO_8859_1);
    for (String secret : secrets) {
      cover(response, text, secret);
    }
    return response;
  }

  private static void cover(byte[] response, String text, String secret) {
    if (secret.length() < SHORTEST) {
      return;
    }
    int at = text.indexOf(secret);
    while (at >= 0) {
      Arrays.fill(response, at, at + secret.length(), (byte) '*');
      at = text.indexOf(secret, at + secret.length());
    }
    for (int cut = Math.min(secret.length() - 1, text.length()); cut >= SHORTEST; cut--) {
      if (text.endsWith(secret.substring(0, cut))) {
        Arrays.fill(response, response.length - cut, response.length, (byte) '*');
        return;
      }
    }
  }
}
