package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.protocol.Command.ConfigureEndpoint.NewSecrets;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.server.http.Problem;
import io.posthorn.server.secrets.SecretBox;
import org.jspecify.annotations.Nullable;

/**
 * The creation of an endpoint's private key, when it first gets signatures {@code v1a}. Key and
 * setting are stored by one command, so that neither exists without the other.
 */
final class SigningKeyCreation {
  private SigningKeyCreation() {}

  /** Returns the endpoint's secrets with a private key; null if it has one. */
  static @Nullable NewSecrets forEndpoint(EndpointView endpoint, SecretBox box) {
    if (endpoint.customerId().equals(OperatorSubscription.CUSTOMER)) {
      throw new InvalidInputException(
          "/auth/signatures",
          "The operator's endpoint is signed with operational-events.secret; use [\"v1\"].");
    }
    EndpointSecrets secrets = endpoint.secrets();
    if (secrets.current().length == 0) {
      throw Problem.conflict(
              "Endpoint %s has no signing secret; set one first.".formatted(endpoint.id()))
          .asException();
    }
    String text = box.open(secrets.current());
    if (SigningKeys.parse(text).publicKey().isPresent()) {
      return null;
    }
    byte[] withKey = box.seal(SigningKeys.withNewPrivateKey(text));
    return new NewSecrets(new EndpointSecrets(withKey, secrets.previous()), secrets.current());
  }
}
