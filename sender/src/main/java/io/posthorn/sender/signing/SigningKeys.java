package io.posthorn.sender.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.endpoint.Signatures;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One generation of an endpoint's signing keys, ready to sign: the secret of {@code v1} and, if the
 * endpoint has ever had {@code v1a}, its private key. They are sealed as one text, separated by a
 * space, so that a rotation replaces both, and both stop signing at the same time.
 */
public final class SigningKeys {
  private final String secret;
  private final SigningKey v1;
  private final @Nullable Ed25519Key v1a;

  private SigningKeys(String secret, SigningKey v1, @Nullable Ed25519Key v1a) {
    this.secret = secret;
    this.v1 = v1;
    this.v1a = v1a;
  }

  /** Parses an unsealed text. */
  public static SigningKeys parse(String text) {
    int space = text.indexOf(' ');
    String secret = space < 0 ? text : text.substring(0, space);
    Ed25519Key pair = space < 0 ? null : Ed25519Key.parse(text.substring(space + 1));
    return new SigningKeys(secret, SigningKey.parse(secret), pair);
  }

  /** The text of a generation with a private key of its own. */
  public static String withNewPrivateKey(String secret) {
    return secret + " " + Ed25519Key.random();
  }

  /** The text with another secret; a private key stays. */
  public static String withSecret(String text, String secret) {
    int space = text.indexOf(' ');
    return space < 0 ? secret : secret + text.substring(space);
  }

  /** The text with another private key; the secret stays. */
  public static String withPrivateKey(String text, String privateKey) {
    int space = text.indexOf(' ');
    return (space < 0 ? text : text.substring(0, space)) + " " + privateKey;
  }

  /** The secret of {@code v1} in clear. */
  public String secret() {
    return secret;
  }

  /** The public key of {@code v1a}; empty if the endpoint has never had it. */
  public Optional<String> publicKey() {
    return Optional.ofNullable(v1a).map(Ed25519Key::publicKey);
  }

  /**
   * The entries of the {@code webhook-signature} header, separated by spaces. A generation from
   * before {@code v1a} signs with its secret, so that no request is unsigned.
   */
  public String sign(Signatures kinds, String webhookId, long unixSeconds, byte[] body) {
    if (v1a == null || !kinds.v1a()) {
      return v1.sign(webhookId, unixSeconds, body);
    }
    byte[] prefix = (webhookId + "." + unixSeconds + ".").getBytes(UTF_8);
    String asymmetric = v1a.sign(prefix, body);
    return kinds.v1() ? v1.sign(webhookId, unixSeconds, body) + " " + asymmetric : asymmetric;
  }
}
