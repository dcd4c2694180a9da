package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.engine.Engine;
import io.posthorn.sender.signing.Ed25519Key;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.secrets.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /endpoints/{id}/secret}: shows, imports and rotates the signing secret. */
public final class SecretsApi {
  private static final String PATH = "/api/v1/endpoints/{id}/secret";
  private static final int LONGEST_SECRET = 128;
  private static final long USUAL_OVERLAP = 24 * 3_600_000L;
  private static final String LONGEST_OVERLAP = "30d";

  private final AuditedChanges changes;
  private final Clock clock;
  private final SecretBox box;
  private final EndpointLookup lookup;

  public SecretsApi(Engine engine, AuditedChanges changes, Clock clock, SecretBox box) {
    this.changes = changes;
    this.clock = clock;
    this.box = box;
    lookup = new EndpointLookup(engine);
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Access.MANAGE, this::get),
        Route.put(PATH, Access.MANAGE, this::set),
        Route.post(PATH + "/rotate", Access.MANAGE, this::rotate));
  }

  private CallResponse get(Call call) {
    EndpointView endpoint = lookup.named(call);
    return response(endpoint, endpoint.secrets());
  }

  private CallResponse set(Call call) {
    lookup.named(call);
    JsonForm fields = JsonForm.read(call.body());
    String text = fields.requiredText("secret", LONGEST_SECRET);
    boolean privateKey = Ed25519Key.isValid(text);
    if (!privateKey && SigningSecret.parse(text).isEmpty() && !text.isEmpty()) {
      fields.wrong(
          "secret",
          "must be 'whsec_' and the Base64 of 24 to 64 bytes, or 'whsk_' and the Base64 of the 64"
              + " bytes of a private and its public key (Ed25519).");
    }
    fields.done();
    return changes.readModifyWrite(() -> set(call, text, privateKey));
  }

  /** An import replaces any secret or any private key of {@code v1a}; the other one stays. */
  private CallResponse set(Call call, String clear, boolean privateKey) {
    EndpointView endpoint = lookup.named(call);
    byte[] before = endpoint.secrets().current();
    String known = before.length == 0 ? SigningSecret.random().clear() : box.open(before);
    String text =
        privateKey
            ? SigningKeys.withPrivateKey(known, clear)
            : SigningKeys.withSecret(known, clear);
    return change(call, "secret.set", endpoint, EndpointSecrets.of(box.seal(text)), before);
  }

  private CallResponse rotate(Call call) {
    lookup.named(call);
    byte[] body = call.body();
    JsonForm fields =
        JsonForm.read(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body);
    long overlap = fields.duration("overlap", "0s", LONGEST_OVERLAP).orElse(USUAL_OVERLAP);
    fields.done();
    return changes.readModifyWrite(() -> rotate(call, overlap));
  }

  private CallResponse rotate(Call call, long overlap) {
    EndpointView endpoint = lookup.named(call);
    EndpointSecrets before = endpoint.secrets();
    byte[] next = box.seal(next(before));
    long now = clock.millis();
    EndpointSecrets after =
        before.rotated(next, now + overlap, now).orElseThrow(() -> tooMany(endpoint, now));
    return change(call, "secret.rotate", endpoint, after, before.current());
  }

  /** A new secret and, if the endpoint has a private key, a new one of these too. */
  private String next(EndpointSecrets before) {
    String secret = SigningSecret.random().clear();
    boolean hasKey =
        before.current().length > 0
            && SigningKeys.parse(box.open(before.current())).publicKey().isPresent();
    return hasKey ? SigningKeys.withNewPrivateKey(secret) : secret;
  }

  /** The secret alone, without the private key, which is never shown. */
  private String secret(byte[] sealed) {
    return SigningKeys.parse(box.open(sealed)).secret();
  }

  private static RuntimeException tooMany(EndpointView endpoint, long now) {
    long free =
        endpoint.secrets().activePrevious(now).stream()
            .mapToLong(EndpointSecrets.Previous::until)
            .min()
            .orElse(now);
    return Problem.conflict(
            "Endpoint %s already signs with %d secrets; rotate again after %s, or set a secret, which replaces all of them."
                .formatted(endpoint.id(), EndpointSecrets.MOST, TimeJson.text(free)))
        .asException();
  }

  private CallResponse change(
      Call call,
      String action,
      EndpointView endpoint,
      EndpointSecrets secrets,
      byte @Nullable [] seen) {
    changes.make(
        call,
        AuditedChanges.What.of(action, endpoint.customerId(), endpoint.id().toString()),
        request ->
            new Command.SetSecrets(request, endpoint.customerId(), endpoint.id(), secrets, seen));
    return response(endpoint, secrets);
  }

  private CallResponse response(EndpointView endpoint, EndpointSecrets secrets) {
    if (secrets.current().length == 0) {
      throw Problem.notFound(
              "Endpoint %s has no signing secret; set one first.".formatted(endpoint.id()))
          .asException();
    }
    List<EndpointSecrets.Previous> previous = secrets.activePrevious(clock.millis());
    return CallResponse.ok(
            json -> {
              json.writeStartObject();
              json.writeStringField("secret", secret(secrets.current()));
              boolean none = previous.isEmpty();
              json.writeStringField(
                  "previousSecret", none ? null : secret(previous.getFirst().secret()));
              TimeJson.write(json, "previousUntil", none ? 0 : previous.getFirst().until());
              json.writeArrayFieldStart("previousSecrets");
              for (EndpointSecrets.Previous one : previous) {
                json.writeStartObject();
                json.writeStringField("secret", secret(one.secret()));
                TimeJson.write(json, "until", one.until());
                json.writeEndObject();
              }
              json.writeEndArray();
              json.writeEndObject();
            })
        .with("Cache-Control", "no-store");
  }
}
