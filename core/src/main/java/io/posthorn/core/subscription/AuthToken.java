package io.posthorn.core.subscription;

import io.posthorn.core.input.InvalidInputException;

/**
 * A subscription's token in clear text, before the host seals it.
 *
 * <p>{@code toString} shows only the hint, so that no log line or message can leak the token.
 */
public final class AuthToken {
  public static final int MAX_LENGTH = 255;

  /** Replaces the hidden part; a token that begins with it is a hint that was sent back. */
  public static final String MASK = "****";

  /** Up to this length the last characters would reveal too much of the token. */
  private static final int SHORT = 8;

  private static final int SHOWN = 4;

  private final String clear;

  private AuthToken(String clear) {
    this.clear = clear;
  }

  /**
   * Parses a token that can be sent in a header.
   *
   * @throws InvalidInputException at {@code /authToken}, without the token in its text
   */
  public static AuthToken parse(String text) {
    if (text.startsWith(MASK)) {
      throw refused(
          "begins with ****, the mask of a stored token; send the token itself, or omit the"
              + " field.");
    }
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw refused("must have 1 to 255 characters; omit the field for no token.");
    }
    if (!text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw refused("is sent in a header, so it must consist of printable ASCII characters.");
    }
    if (text.startsWith(" ") || text.endsWith(" ")) {
      throw refused("has a leading or trailing space, which HTTP strips; remove it.");
    }
    return new AuthToken(text);
  }

  /** The token itself, to be sealed. */
  public String clear() {
    return clear;
  }

  /**
   * The part that may be shown: {@code ****} and the last 4 characters; {@code ****} for a short
   * one.
   */
  public String hint() {
    return clear.length() <= SHORT ? MASK : MASK + clear.substring(clear.length() - SHOWN);
  }

  @Override
  public String toString() {
    return hint();
  }

  private static InvalidInputException refused(String reason) {
    return new InvalidInputException("/authToken", "The token " + reason);
  }
}
