package io.posthorn.sender.token;

import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonDecimal;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonText;
import java.time.Duration;

/**
 * A successful response of a token server (RFC 6749, section 5.1).
 *
 * <p>Its errors never quote the response, which may contain a token.
 */
record TokenResponse(String accessToken, Duration lifetime) {
  /** Receivers limit the size of headers; most to 8 KiB, some to 16 KiB. */
  private static final int LONGEST = 16_384;

  /** Used if the server does not say how long its token lasts. A 401 ends it sooner. */
  private static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

  private static final JsonDecimal ONE_SECOND = JsonDecimal.of("1");

  /** No token is used for longer. */
  private static final JsonDecimal ONE_DAY = JsonDecimal.of("86400");

  /** A response without a usable token; the text is a clause for the error of an attempt. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableException(String clause) {
      super(clause);
    }
  }

  static TokenResponse parse(byte[] body) throws UnusableException {
    JsonForm fields = fields(body);
    if (!(fields.take("access_token") instanceof JsonText token) || token.value().isEmpty()) {
      throw new UnusableException("its response has no access_token");
    }
    if (token.value().length() > LONGEST) {
      throw new UnusableException("its token is longer than 16,384 characters");
    }
    // Visible ASCII: a space, a line break or a control character cannot be in a bearer token.
    if (!token.value().chars().allMatch(c -> c > ' ' && c <= '~')) {
      throw new UnusableException(
          "its token has a character that cannot be sent in the header Authorization");
    }
    boolean bearer =
        switch (fields.take("token_type")) {
          case JsonNull _ -> true; // some servers omit it
          case JsonText type -> type.value().equalsIgnoreCase("bearer");
          default -> false;
        };
    if (!bearer) {
      throw new UnusableException("its token_type is not Bearer");
    }
    return new TokenResponse(token.value(), lifetime(fields.take("expires_in")));
  }

  private static JsonForm fields(byte[] body) throws UnusableException {
    try {
      return JsonForm.read(body);
    } catch (InvalidInputException e) {
      throw new UnusableException("its response is not a JSON object");
    }
  }

  private static Duration lifetime(JsonValue value) throws UnusableException {
    if (value instanceof JsonNull) {
      return UNKNOWN_LIFETIME;
    }
    JsonDecimal seconds =
        switch (value) {
          case JsonNumber number -> number.value();
          case JsonText text -> JsonDecimal.ofText(text.value()); // as some servers send it
          default -> null;
        };
    if (seconds == null || seconds.compareTo(ONE_SECOND) < 0) {
      throw new UnusableException("its expires_in is not a number of seconds from 1");
    }
    return seconds.compareTo(ONE_DAY) >= 0
        ? Duration.ofDays(1)
        : Duration.ofMillis((long) (1_000 * Double.parseDouble(seconds.toString())));
  }

  @Override
  public String toString() {
    return "TokenResponse[lifetime=" + lifetime + "]";
  }
}
