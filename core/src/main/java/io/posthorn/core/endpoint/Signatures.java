package io.posthorn.core.endpoint;

/**
 * The kinds of signatures that requests to an endpoint have; at least one.
 *
 * @param v1 HMAC-SHA256 with the signing secret, which the receiver shares
 * @param v1a Ed25519 with a private key, whose public key anyone may know
 */
public record Signatures(boolean v1, boolean v1a) {
  public static final Signatures DEFAULT = new Signatures(true, false);

  public Signatures {
    if (!v1 && !v1a) {
      throw new IllegalArgumentException("a request without a signature");
    }
  }

  int number() {
    return (v1 ? 1 : 0) | (v1a ? 2 : 0);
  }

  static Signatures of(int number) {
    return new Signatures((number & 1) != 0, (number & 2) != 0);
  }
}
