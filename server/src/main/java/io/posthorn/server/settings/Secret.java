package io.posthorn.server.settings;

import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A secret value. Its {@code toString} is a mask, so that logs cannot reveal it. */
public final class Secret {
  static final String MASK = "****";

  /** Short keys can be guessed; longer ones do not fit into every header. */
  private static final Pattern API_KEY = Pattern.compile("[!-~]{16,255}");

  private static final String SIGNING_PREFIX = "whsec_";
  private static final int ENCRYPTION_KEY_BYTES = 32;

  /** More than one rotation needs, as in a key file. */
  private static final int MOST_ENCRYPTION_KEYS = 5;

  static final ValueType<Secret> ADMIN_KEY =
      type(
          "16 to 255 printable ASCII characters without spaces",
          text -> API_KEY.matcher(text).matches());

  /** The lengths are those of Standard Webhooks. */
  static final ValueType<Secret> SIGNING_SECRET =
      type(
          "whsec_ followed by the Base64 of 24 to 64 bytes",
          text ->
              text.startsWith(SIGNING_PREFIX)
                  && isBase64(text.substring(SIGNING_PREFIX.length()), 24, 64));

  /** One key, or several with commas, the newest first. */
  static final ValueType<Secret> ENCRYPTION_KEY =
      type(
          "the Base64 of 32 bytes, as \"openssl rand -base64 32\" prints it",
          Secret::areEncryptionKeys);

  static final ValueType<Secret> PROXY_CREDENTIALS =
      type("user:password", text -> text.matches("[^:\\p{Cntrl}]+:[^\\p{Cntrl}]+"));

  private final String clear;

  Secret(String clear) {
    this.clear = clear;
  }

  private static ValueType<Secret> type(String expected, Predicate<String> fits) {
    return ValueType.secret(expected, text -> fits.test(text) ? new Secret(text) : null);
  }

  private static boolean areEncryptionKeys(String text) {
    List<String> keys = ValueType.elements(text);
    return !keys.isEmpty()
        && keys.size() <= MOST_ENCRYPTION_KEYS
        && keys.stream().allMatch(key -> isBase64(key, ENCRYPTION_KEY_BYTES, ENCRYPTION_KEY_BYTES));
  }

  private static boolean isBase64(String text, int fewest, int most) {
    try {
      int bytes = Base64.getDecoder().decode(text).length;
      return bytes >= fewest && bytes <= most;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the encryption keys of this value. */
  public List<byte[]> encryptionKeys() {
    return ValueType.elements(clear).stream().map(Base64.getDecoder()::decode).toList();
  }

  /** Returns the value in clear text. */
  public String clear() {
    return clear;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && clear.equals(secret.clear);
  }

  @Override
  public int hashCode() {
    return clear.hashCode();
  }

  @Override
  public String toString() {
    return MASK;
  }
}
