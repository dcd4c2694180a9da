package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code /keys}: creates, lists and revokes API keys. */
public final class KeysApi {
  private final Engine engine;
  private final AuditedChanges changes;
  private final Clock clock;
  private final @Nullable KeyText fromSettings;

  /**
   * Creates the routes.
   *
   * @param fromSettings the key from api.admin-key, which cannot be revoked here because the next
   *     start would create it again
   */
  public KeysApi(
      Engine engine, AuditedChanges changes, Clock clock, @Nullable KeyText fromSettings) {
    this.engine = engine;
    this.changes = changes;
    this.clock = clock;
    this.fromSettings = fromSettings;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/keys", Access.ADMINISTER, this::create),
        Route.get("/api/v1/keys", Access.ADMINISTER, this::list),
        Route.delete("/api/v1/keys/{id}", Access.ADMINISTER, this::revoke));
  }

  private Answer create(Call call) {
    NewKeyRequest draft = NewKeyRequest.parse(call.body());
    String scope = scope(call, draft.customerId());
    KeyText text = KeyText.random();
    ApiKey key =
        new ApiKey(
            "key_" + KeyText.random128(),
            text.digest(),
            text.prefix(),
            draft.name(),
            draft.role(),
            scope,
            clock.millis(),
            draft.expiresAt());
    changes.make(
        call,
        new AuditedChanges.What("key.create", scope, key.id(), draft.role().text()),
        request -> new Command.PutKey(request, key));
    return Answer.json(
        201,
        json -> {
          json.writeStartObject();
          fields(json, key, call);
          // The only response with the key; the store keeps its digest.
          json.writeStringField("key", text.clear());
          json.writeEndObject();
        });
  }

  /** Returns the scope of a new key; an admin of one customer can only use that customer. */
  private @Nullable String scope(Call call, @Nullable String wanted) {
    String own = call.caller().key().customerId();
    if (own != null && !own.equals(wanted)) {
      throw Problem.of(403, "Forbidden", "This key can only create keys for its own customer.")
          .asException();
    }
    if (wanted != null && engine.reads().customerSince(wanted) == null) {
      throw Problem.badField("/customerId", Problem.noCustomer(wanted)).asException();
    }
    return wanted;
  }

  private Answer list(Call call) {
    return ListAnswer.of(visible(call), null, (json, key) -> fields(json, key, call));
  }

  private Answer revoke(Call call) {
    String id = call.path("id");
    ApiKey key =
        visible(call).stream()
            .filter(k -> k.id().equals(id))
            .findFirst()
            .orElseThrow(() -> Problem.unknown("key", id).asException());
    refuseIfNeeded(key);
    changes.make(
        call,
        AuditedChanges.What.of("key.revoke", key.customerId(), id),
        request -> new Command.DeleteKey(request, key.digest()));
    return Answer.empty(204);
  }

  private void refuseIfNeeded(ApiKey key) {
    if (fromSettings != null && Arrays.equals(fromSettings.digest(), key.digest())) {
      throw Problem.conflict(
              "This key comes from the setting api.admin-key; change the setting and restart to revoke"
                  + " it.")
          .asException();
    }
    if (opensAll(key)
        && engine.reads().keys().stream()
            .noneMatch(other -> opensAll(other) && !other.id().equals(key.id()))) {
      throw Problem.conflict(
              "The last admin key for all customers cannot be revoked; create another one first.")
          .asException();
    }
  }

  private boolean opensAll(ApiKey key) {
    return key.role() == Role.ADMIN && key.customerId() == null && key.validAt(clock.millis());
  }

  private List<ApiKey> visible(Call call) {
    String own = call.caller().key().customerId();
    return engine.reads().keys().stream()
        .filter(key -> own == null || Objects.equals(own, key.customerId()))
        .toList();
  }

  private static void fields(JsonGenerator json, ApiKey key, Call call) throws IOException {
    json.writeStringField("id", key.id());
    json.writeStringField("prefix", key.prefix());
    json.writeStringField("name", key.name());
    json.writeStringField("role", key.role().text());
    json.writeStringField("customerId", key.customerId() == null ? "*" : key.customerId());
    TimeJson.write(json, "createdAt", key.createdAt());
    TimeJson.write(json, "expiresAt", key.expiresAt());
    TimeJson.write(json, "lastUsedAt", call.lastUse(key));
  }
}
