package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.secrets.SecretBox;

/**
 * The creation of an endpoint's private key, when it first gets signatures {@code v1a}. The key is
 * stored before the setting, so that no request finds the setting without the key; a key without
 * the setting does nothing.
 */
record SigningKeyCreation(AuditedChanges changes, SecretBox box) {
  void ensure(Call call, EndpointView endpoint) {
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
      return;
    }
    byte[] withKey = box.seal(SigningKeys.withNewPrivateKey(text));
    changes.make(
        call,
        AuditedChanges.What.of("secret.set", endpoint.customerId(), endpoint.id().toString()),
        request ->
            new Command.SetSecrets(
                request,
                endpoint.customerId(),
                endpoint.id(),
                new EndpointSecrets(withKey, secrets.previous()),
                secrets.current()));
  }
}
