package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secret that signs an endpoint's messages.
 *
 * @param secret {@code whsec_} and Base64
 * @param previousSecret signs as well until {@code previousUntil}, after a rotation
 * @param previousSecrets all secrets of earlier rotations that still sign, latest first; null from
 *     an older server
 */
public record EndpointSecret(
    String secret,
    @Nullable String previousSecret,
    @Nullable Instant previousUntil,
    @Nullable List<PreviousSecret> previousSecrets) {

  /** A secret that signs until a given time. */
  public record PreviousSecret(String secret, Instant until) {
    /** Does not show the secret. */
    @Override
    public String toString() {
      return "PreviousSecret[until=" + until + "]";
    }
  }

  /** Does not show the secrets. */
  @Override
  public String toString() {
    return "EndpointSecret[previousUntil=" + previousUntil + "]";
  }
}
