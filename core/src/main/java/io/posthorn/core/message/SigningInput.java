package io.posthorn.core.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * What Standard Webhooks 1.0 signs: {@code id.timestamp.body}, the timestamp being the unix seconds
 * of the attempt.
 */
public final class SigningInput {
  private SigningInput() {}

  /** All of it in one array. */
  public static byte[] of(String webhookId, long unixSeconds, byte[] body) {
    byte[] head = head(webhookId, unixSeconds);
    byte[] whole = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, whole, head.length, body.length);
    return whole;
  }

  /** What comes before the body, for who feeds the body after it instead of copying it. */
  public static byte[] head(String webhookId, long unixSeconds) {
    return (webhookId + "." + unixSeconds + ".").getBytes(UTF_8);
  }
}
