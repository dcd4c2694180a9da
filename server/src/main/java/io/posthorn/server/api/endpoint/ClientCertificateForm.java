package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.sender.tls.ClientIdentity;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part {@code clientCertificate} of an endpoint's {@code auth}: {@code {certificate, key}} in
 * PEM form. The key is never shown, nor repeated in an error.
 */
final class ClientCertificateForm {
  static final String NAME = "clientCertificate";
  private static final String POINTER = "/auth/" + NAME;

  /** A chain of several certificates with large RSA keys. */
  private static final int LONGEST = 65_536;

  private ClientCertificateForm() {}

  /** Reads the part; null if it is cleared, or wrong, which the form reports. */
  static @Nullable ClientCertificate read(
      JsonForm form, JsonValue value, EndpointView endpoint, SecretBox box, long now) {
    if (value instanceof JsonNull) {
      return null;
    }
    if (!(value instanceof JsonObject object)
        || !object.fields().keySet().equals(Set.of("certificate", "key"))
        || !(object.get("certificate") instanceof JsonText certificate)
        || !(object.get("key") instanceof JsonText key)
        || certificate.value().length() + key.value().length() > LONGEST) {
      form.wrongAt(
          POINTER,
          "clientCertificate must be {\"certificate\": \"<PEM>\", \"key\": \"<PEM>\"}, together at"
              + " most 64 KiB, or null.");
      return null;
    }
    if (!endpoint.url().secure()) {
      form.wrongAt(
          POINTER, "clientCertificate needs an https URL; the URL of this endpoint is http.");
      return null;
    }
    try {
      ClientIdentity identity = ClientIdentity.of(certificate.value(), key.value());
      if (identity.expiresAt() <= now) {
        form.wrongAt(
            POINTER + "/certificate",
            "certificate expired at " + TimeJson.text(identity.expiresAt()) + "; use a valid one.");
        return null;
      }
      String text = ClientIdentity.text(certificate.value(), key.value());
      return new ClientCertificate(box.seal(text), identity.expiresAt());
    } catch (InvalidInputException e) {
      e.errors().forEach(error -> form.wrongAt(POINTER + error.pointer(), error.detail()));
      return null;
    }
  }

  static void write(JsonGenerator json, @Nullable ClientCertificate certificate, SecretBox box)
      throws IOException {
    if (certificate == null) {
      json.writeNullField(NAME);
      return;
    }
    json.writeObjectFieldStart(NAME);
    json.writeStringField(
        "subject", ClientIdentity.parse(box.open(certificate.sealed())).subject());
    TimeJson.write(json, "expiresAt", certificate.expiresAt());
    json.writeEndObject();
  }
}
