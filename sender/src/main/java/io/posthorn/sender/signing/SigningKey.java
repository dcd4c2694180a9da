package io.posthorn.sender.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A Standard Webhooks signing secret, ready to sign: {@code whsec_} and the key in Base64. */
public final class SigningKey {
  static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  /** The initialised MAC; each signature uses a copy. */
  private final Mac keyed;

  private SigningKey(Mac keyed) {
    this.keyed = keyed;
  }

  public static SigningKey parse(String secret) {
    if (!secret.startsWith(PREFIX)) {
      throw new IllegalArgumentException("the signing secret must begin with " + PREFIX);
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes, ALGORITHM));
      return new SigningKey(mac);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has " + ALGORITHM, e);
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message could contain part of the secret.
      throw new IllegalArgumentException("the signing secret is not valid Base64");
    }
  }

  /**
   * One entry of the {@code webhook-signature} header: Standard Webhooks 1.0 signs {@code
   * id.timestamp.body}, where the timestamp is the Unix time of the attempt in seconds.
   */
  public String sign(String webhookId, long unixSeconds, byte[] body) {
    try {
      Mac mac = (Mac) keyed.clone();
      mac.update((webhookId + "." + unixSeconds + ".").getBytes(UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("every Java platform can copy its " + ALGORITHM, e);
    }
  }
}
