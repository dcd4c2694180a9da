package io.posthorn.core.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The bytes that Standard Webhooks 1.0 signs: {@code id.timestamp.body}, where the timestamp is the
 * Unix time of the attempt in seconds.
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

  /** The part before the body, for callers that feed the body separately instead of copying it. */
  public static byte[] head(String webhookId, long unixSeconds) {
    return (webhookId + "." + unixSeconds + ".").getBytes(UTF_8);
  }
}
