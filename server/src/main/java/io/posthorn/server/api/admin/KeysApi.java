package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.PageCursor;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /keys}: creates, lists and revokes API keys. */
public final class KeysApi {
  /** The most keys that a page reads, however few of them are shown. */
  private static final int MOST_EXAMINED = 10_000;

  private static final int AT_ONCE = 1_000;

  /** The most keys of one customer, and of all customers; expired ones count. */
  private static final int MOST_KEYS = 1_000;

  private final Engine engine;
  private final AuditedChanges changes;
  private final Clock clock;
  private final @Nullable ApiKeySecret fromSettings;

  /**
   * Creates the routes.
   *
   * @param fromSettings the key from api.admin-key, which cannot be revoked here because the next
   *     start would create it again
   */
  public KeysApi(
      Engine engine, AuditedChanges changes, Clock clock, @Nullable ApiKeySecret fromSettings) {
    this.engine = engine;
    this.changes = changes;
    this.clock = clock;
    this.fromSettings = fromSettings;
  }

  /**
   * A request for a new key.
   *
   * @param customerId its scope; null for all customers
   * @param expiresAt 0 for never
   */
  private record NewKeyRequest(
      String name, Role role, @Nullable String customerId, long expiresAt) {
    static NewKeyRequest parse(byte[] body) {
      JsonForm fields = JsonForm.read(body);
      String name = fields.requiredText("name", 100);
      String roleText = fields.requiredText("role", 20);
      Role role = Role.parse(roleText).orElse(Role.VIEWER);
      if (!roleText.isEmpty() && !role.text().equals(roleText)) {
        fields.wrong("role", "must be admin, manager, producer or viewer.");
      }
      String customerId = fields.requiredText("customerId", 64);
      long expiresAt = fields.time("expiresAt").orElse(0L);
      fields.done();
      return new NewKeyRequest(name, role, customerId.equals("*") ? null : customerId, expiresAt);
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/keys", Access.ADMINISTER, this::create),
        Route.get("/api/v1/keys", Access.ADMINISTER, this::list).asking("limit", "cursor"),
        Route.get("/api/v1/keys/{id}", Access.ADMINISTER, this::show),
        Route.delete("/api/v1/keys/{id}", Access.ADMINISTER, this::revoke));
  }

  private CallResponse create(Call call) {
    NewKeyRequest draft = NewKeyRequest.parse(call.body());
    String scope = scope(call, draft.customerId());
    checkLimit(scope);
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key = text.key(draft.name(), draft.role(), scope, clock.millis(), draft.expiresAt());
    changes.make(
        call,
        new AuditedChanges.What("key.create", scope, key.id(), draft.role().text()),
        request -> new Command.PutKey(request, key));
    return CallResponse.json(
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
      throw Problem.forbidden("This key can only create keys for its own customer.").asException();
    }
    if (wanted != null && !engine.reads().customerExists(wanted)) {
      throw Problem.badField("/customerId", Problem.noCustomer(wanted)).asException();
    }
    return wanted;
  }

  private void checkLimit(@Nullable String scope) {
    long keys =
        engine.reads().keys().stream()
            .filter(key -> Objects.equals(key.customerId(), scope))
            .count();
    if (keys >= MOST_KEYS) {
      String whose = scope == null ? "for all customers" : "of customer " + scope;
      throw Problem.conflict(
              "The limit of %,d API keys %s is reached; revoke one first."
                  .formatted(MOST_KEYS, whose))
          .asException();
    }
  }

  /**
   * Lists keys in the order in which they are stored, so that a page reads no more than it needs.
   */
  private CallResponse list(Call call) {
    int limit = call.limit();
    Optional<String> customer = call.customerFilter();
    PageCursor last = PageCursor.of(call.query("cursor"), PageCursor.KEYS).orElse(null);
    List<ApiKey> page = new ArrayList<>();
    for (int examined = 0; examined < MOST_EXAMINED; examined += AT_ONCE) {
      List<ApiKey> some = engine.reads().keys(behind(last), AT_ONCE);
      for (ApiKey key : some) {
        if (page.size() == limit) {
          return response(call, page, last);
        }
        last = position(key);
        if (customer.isEmpty() || customer.get().equals(key.customerId())) {
          page.add(key);
        }
      }
      if (some.size() < AT_ONCE) {
        return response(call, page, null);
      }
    }
    return response(call, page, last);
  }

  private static CallResponse response(Call call, List<ApiKey> page, @Nullable PageCursor next) {
    return ListResponse.of(
        page, next == null ? null : next.text(), (json, key) -> fields(json, key, call));
  }

  /** The first half of the digest: enough to distinguish keys, and not enough to check a key. */
  private static PageCursor position(ApiKey key) {
    ByteBuffer digest = ByteBuffer.wrap(key.digest());
    return new PageCursor(PageCursor.KEYS, digest.getLong(), digest.getLong());
  }

  /** The prefix of the first digest after a position. */
  private static byte[] behind(@Nullable PageCursor last) {
    if (last == null) {
      return new byte[0];
    }
    long low = last.low() + 1;
    long high = low == 0 ? last.high() + 1 : last.high();
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
  }

  private CallResponse show(Call call) {
    ApiKey key = visibleKey(call);
    return CallResponse.json(
        200,
        json -> {
          json.writeStartObject();
          fields(json, key, call);
          json.writeEndObject();
        });
  }

  private CallResponse revoke(Call call) {
    ApiKey key = visibleKey(call);
    refuseIfNeeded(key);
    changes.make(
        call,
        AuditedChanges.What.of("key.revoke", key.customerId(), key.id()),
        request -> new Command.DeleteKey(request, key.digest()));
    return CallResponse.empty(204);
  }

  private void refuseIfNeeded(ApiKey key) {
    if (fromSettings != null && Arrays.equals(fromSettings.digest(), key.digest())) {
      throw Problem.conflict(
              "This key comes from the setting api.admin-key; change the setting and restart to"
                  + " revoke it.")
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

  /** The key that a call names, if its caller may see it. */
  private ApiKey visibleKey(Call call) {
    String id = call.path("id");
    String own = call.caller().key().customerId();
    return engine.reads().keys().stream()
        .filter(key -> key.id().equals(id))
        .filter(key -> own == null || Objects.equals(own, key.customerId()))
        .findFirst()
        .orElseThrow(() -> Problem.unknown("key", id).asException());
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
