package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part {@code oauth2} of an endpoint's {@code auth}: {@code {tokenUrl, clientId, clientSecret,
 * scope, audience}}. Omitted fields stay unchanged. The secret is never shown, nor repeated in an
 * error, and it is never sent to a token server that it was not given for.
 */
final class OAuth2Form {
  static final String NAME = "oauth2";
  private static final String POINTER = "/auth/" + NAME;
  private static final String TOKEN_URL = "tokenUrl";
  private static final String CLIENT_SECRET = "clientSecret";
  private static final Set<String> FIELDS =
      Set.of(TOKEN_URL, "clientId", CLIENT_SECRET, "scope", "audience");
  private static final int LONGEST = 1_024;

  private final JsonForm form;
  private final JsonObject fields;
  private final SecretBox box;
  private boolean wrong;

  private OAuth2Form(JsonForm form, JsonObject fields, SecretBox box) {
    this.form = form;
    this.fields = fields;
    this.box = box;
  }

  /**
   * Reads the part; null if it is cleared, or wrong, which the form reports.
   *
   * @param refusal the reason why a token URL is refused, if it is
   */
  static @Nullable OAuth2Client read(
      JsonForm form,
      JsonValue value,
      @Nullable OAuth2Client before,
      SecretBox box,
      Function<TargetUrl, Optional<String>> refusal) {
    if (value instanceof JsonNull) {
      return null;
    }
    if (!(value instanceof JsonObject object)) {
      form.wrongAt(POINTER, "oauth2 must be an object, or null.");
      return null;
    }
    return new OAuth2Form(form, object, box).read(before, refusal);
  }

  private @Nullable OAuth2Client read(
      @Nullable OAuth2Client before, Function<TargetUrl, Optional<String>> refusal) {
    fields.fields().keySet().stream()
        .filter(name -> !FIELDS.contains(name))
        .forEach(name -> wrong(name, "Unknown field."));
    String url = tokenUrl(before, refusal);
    String clientId = required("clientId", before == null ? null : before.clientId());
    byte[] secret = secret(before, url);
    String scope = optional("scope", before == null ? null : before.scope());
    String audience = optional("audience", before == null ? null : before.audience());
    return wrong || url == null || clientId == null || secret == null
        ? null
        : new OAuth2Client(url, clientId, secret, scope, audience);
  }

  private @Nullable String tokenUrl(
      @Nullable OAuth2Client before, Function<TargetUrl, Optional<String>> refusal) {
    String known = before == null ? null : before.tokenUrl();
    String text = required(TOKEN_URL, known);
    if (text == null || text.equals(known)) {
      return text;
    }
    try {
      TargetUrl url = TargetUrl.parse(text);
      refusal.apply(url).ifPresent(reason -> wrong(TOKEN_URL, reason));
      return url.text();
    } catch (InvalidInputException e) {
      e.errors().forEach(error -> wrong(TOKEN_URL, error.detail()));
      return null;
    }
  }

  /** The secret of another token server is not sent to a new one. */
  private byte @Nullable [] secret(@Nullable OAuth2Client before, @Nullable String url) {
    if (fields.fields().containsKey(CLIENT_SECRET)) {
      String text = required(CLIENT_SECRET, null);
      return text == null ? null : box.seal(text);
    }
    if (before == null) {
      wrong(CLIENT_SECRET, "clientSecret is missing.");
      return null;
    }
    if (url != null && !url.equals(before.tokenUrl())) {
      wrong(CLIENT_SECRET, "A new tokenUrl needs the clientSecret again; send both.");
      return null;
    }
    return before.clientSecret();
  }

  private @Nullable String required(String name, @Nullable String before) {
    String value = optional(name, before);
    if (value == null && !wrongAlready(name)) {
      wrong(name, name + " is missing.");
    }
    return value;
  }

  private boolean wrongAlready(String name) {
    JsonValue value = fields.get(name);
    return !(value instanceof JsonNull) && !isText(value);
  }

  private @Nullable String optional(String name, @Nullable String before) {
    if (!fields.fields().containsKey(name)) {
      return before;
    }
    JsonValue value = fields.get(name);
    if (value instanceof JsonNull) {
      return null;
    }
    if (!isText(value)) {
      wrong(name, name + " must be text of 1 to 1,024 characters, without control characters.");
      return null;
    }
    return ((JsonText) value).value();
  }

  private static boolean isText(JsonValue value) {
    return value instanceof JsonText text
        && !text.value().isEmpty()
        && text.value().length() <= LONGEST
        && text.value().chars().noneMatch(Character::isISOControl);
  }

  private void wrong(String name, String detail) {
    wrong = true;
    form.wrongAt(JsonForm.pointer(POINTER, name), detail);
  }

  static void write(JsonGenerator json, EndpointView endpoint) throws IOException {
    OAuth2Client client = endpoint.settings().options().oauth2();
    if (client == null) {
      json.writeNullField(NAME);
      return;
    }
    json.writeObjectFieldStart(NAME);
    json.writeStringField(TOKEN_URL, client.tokenUrl());
    json.writeStringField("clientId", client.clientId());
    json.writeStringField("scope", client.scope());
    json.writeStringField("audience", client.audience());
    TimeJson.write(json, "noTokenUntil", endpoint.noTokenUntil());
    json.writeEndObject();
  }
}
