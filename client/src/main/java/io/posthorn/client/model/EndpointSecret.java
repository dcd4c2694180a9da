package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The secret that signs an endpoint's messages.
 *
 * @param secret {@code whsec_} and Base64
 * @param previousSecret signs as well until {@code previousUntil}, after a rotation
 */
public record EndpointSecret(
    String secret, @Nullable String previousSecret, @Nullable Instant previousUntil) {
  /** Does not show the secrets. */
  @Override
  public String toString() {
    return "EndpointSecret[previousUntil=" + previousUntil + "]";
  }
}
