package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.Signatures;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The field {@code auth} of an endpoint, with which Posthorn authenticates itself to the receiver:
 * its change, and its JSON without secrets. Omitted parts stay unchanged; null resets a part, or
 * all of them.
 */
final class AuthPatch {
  private static final String NAME = "auth";
  private static final String SIGNATURES = "signatures";
  private static final String V1 = "v1";
  private static final String V1A = "v1a";

  private final JsonForm fields;
  private final EndpointView endpoint;
  private final SecretBox box;
  private final Function<TargetUrl, Optional<String>> refusal;
  private final long now;

  /**
   * A change of the field.
   *
   * @param refusal the reason why a token URL is refused, if it is
   */
  AuthPatch(
      JsonForm fields,
      EndpointView endpoint,
      SecretBox box,
      Function<TargetUrl, Optional<String>> refusal,
      long now) {
    this.fields = fields;
    this.endpoint = endpoint;
    this.box = box;
    this.refusal = refusal;
    this.now = now;
  }

  EndpointOptions applyTo(EndpointOptions before) {
    if (!fields.has(NAME)) {
      return before;
    }
    JsonValue value = fields.take(NAME);
    if (value instanceof JsonNull) {
      return before.withSignatures(Signatures.DEFAULT).withClientCertificate(null).withOAuth2(null);
    }
    if (!(value instanceof JsonObject object)) {
      fields.wrong(NAME, "must be an object, or null.");
      return before;
    }
    EndpointOptions after = before;
    for (Map.Entry<String, JsonValue> part : object.fields().entrySet()) {
      switch (part.getKey()) {
        case SIGNATURES -> after = after.withSignatures(signatures(part.getValue()));
        case ClientCertificateForm.NAME ->
            after =
                after.withClientCertificate(
                    ClientCertificateForm.read(fields, part.getValue(), endpoint, box, now));
        case OAuth2Form.NAME ->
            after =
                after.withOAuth2(
                    OAuth2Form.read(fields, part.getValue(), before.oauth2(), box, refusal));
        default -> fields.wrongAt(JsonForm.pointer("/" + NAME, part.getKey()), "Unknown field.");
      }
    }
    return after;
  }

  private Signatures signatures(JsonValue value) {
    if (value instanceof JsonNull) {
      return Signatures.DEFAULT;
    }
    Set<String> kinds = new HashSet<>();
    if (value instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        kinds.add(each instanceof JsonText text ? text.value() : "");
      }
    }
    if (kinds.isEmpty() || !Set.of(V1, V1A).containsAll(kinds)) {
      fields.wrongAt(
          "/auth/signatures", "signatures must be [\"v1\"], [\"v1a\"] or [\"v1\", \"v1a\"].");
      return Signatures.DEFAULT;
    }
    return new Signatures(kinds.contains(V1), kinds.contains(V1A));
  }

  static void write(JsonGenerator json, EndpointView endpoint, SecretBox box, long now)
      throws IOException {
    Signatures signatures = endpoint.settings().options().signatures();
    json.writeObjectFieldStart(NAME);
    json.writeArrayFieldStart(SIGNATURES);
    if (signatures.v1()) {
      json.writeString(V1);
    }
    if (signatures.v1a()) {
      json.writeString(V1A);
    }
    json.writeEndArray();
    publicKeys(json, endpoint, box, now);
    ClientCertificateForm.write(json, endpoint.settings().options().clientCertificate(), box);
    OAuth2Form.write(json, endpoint);
    json.writeEndObject();
  }

  private static void publicKeys(JsonGenerator json, EndpointView endpoint, SecretBox box, long now)
      throws IOException {
    boolean has = endpoint.settings().options().signatures().v1a();
    EndpointSecrets secrets = endpoint.secrets();
    json.writeStringField("publicKey", has ? publicKey(box, secrets.current()).orElse(null) : null);
    json.writeArrayFieldStart("previousPublicKeys");
    if (has) {
      for (EndpointSecrets.Previous previous : secrets.activePrevious(now)) {
        Optional<String> key = publicKey(box, previous.secret());
        if (key.isPresent()) {
          json.writeStartObject();
          json.writeStringField("publicKey", key.get());
          TimeJson.write(json, "until", previous.until());
          json.writeEndObject();
        }
      }
    }
    json.writeEndArray();
  }

  private static Optional<String> publicKey(SecretBox box, byte[] sealed) {
    return SigningKeys.parse(box.open(sealed)).publicKey();
  }
}
