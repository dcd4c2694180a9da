package io.posthorn.server.secrets;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * A signing secret in clear, as Standard Webhooks writes it: {@code whsec_} and the Base64 of 24 to
 * 64 bytes.
 */
public record SigningSecret(String clear) {
  private static final String PREFIX = "whsec_";
  private static final int FEWEST = 24;
  private static final int MOST = 64;

  /** As many bytes as the signature has. */
  private static final int USUAL = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Creates a new one. */
  public static SigningSecret random() {
    byte[] bits = new byte[USUAL];
    RANDOM.nextBytes(bits);
    return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(bits));
  }

  /** Parses a secret; empty if the text is not one. */
  public static Optional<SigningSecret> parse(String text) {
    if (!text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      int length = Base64.getDecoder().decode(text.substring(PREFIX.length())).length;
      return length >= FEWEST && length <= MOST
          ? Optional.of(new SigningSecret(text))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the key bytes. */
  public byte[] bytes() {
    return Base64.getDecoder().decode(clear.substring(PREFIX.length()));
  }

  @Override
  public String toString() {
    return "SigningSecret[****]";
  }
}
