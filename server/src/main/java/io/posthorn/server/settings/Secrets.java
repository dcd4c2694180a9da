package io.posthorn.server.settings;

import java.util.Base64;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The kinds of secrets. */
final class Secrets {
  /** Short keys can be guessed; no key of ours is longer than a header likes. */
  private static final Pattern API_KEY = Pattern.compile("[!-~]{16,255}");

  private static final String SIGNING_PREFIX = "whsec_";
  private static final int ENCRYPTION_KEY_BYTES = 32;

  static final Kind<Secret> ADMIN_KEY =
      secret(
          "16 to 255 printable ASCII characters without spaces",
          text -> API_KEY.matcher(text).matches());

  /** The lengths are those of Standard Webhooks. */
  static final Kind<Secret> SIGNING_SECRET =
      secret(
          "whsec_ followed by the Base64 of 24 to 64 bytes",
          text ->
              text.startsWith(SIGNING_PREFIX)
                  && isBase64(text.substring(SIGNING_PREFIX.length()), 24, 64));

  static final Kind<Secret> ENCRYPTION_KEY =
      secret(
          "the Base64 of 32 bytes, as \"openssl rand -base64 32\" prints it",
          text -> isBase64(text, ENCRYPTION_KEY_BYTES, ENCRYPTION_KEY_BYTES));

  /** What Kafka's clients get as it is. */
  static final Kind<String> PASSED_ON =
      new Kind<>("text", Kind.Form.SECRET, text -> text.isBlank() ? null : text);

  private Secrets() {}

  private static Kind<Secret> secret(String expected, Predicate<String> fits) {
    return new Kind<>(
        expected, Kind.Form.SECRET, text -> fits.test(text) ? new Secret(text) : null);
  }

  private static boolean isBase64(String text, int fewest, int most) {
    try {
      int bytes = Base64.getDecoder().decode(text).length;
      return bytes >= fewest && bytes <= most;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
