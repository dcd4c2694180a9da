package io.posthorn.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.Command;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.access.KeyText;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The whole API with two customers, of whom one has a bit of everything. */
final class TenantWorld implements AutoCloseable {
  static final String ACME = "acme";
  static final String OTHER = "other";

  private static final String WORKFRONT = "/attask/eventsubscription/api/v1/subscriptions";
  private static final String RANGE =
      "{\"from\":\"2025-01-01T00:00:00Z\",\"to\":\"2027-01-01T00:00:00Z\"}";

  /** What acme has: the ids of its things. */
  record Things(
      String subscription,
      String endpoint,
      String event,
      String ended,
      String waiting,
      String replay,
      String cancellation,
      String key) {}

  final WholeApi api = new WholeApi();
  private final AtomicInteger urls = new AtomicInteger();

  TenantWorld() {
    api.customer(ACME);
    api.customer(OTHER);
  }

  /** A key that is worth nothing any more. */
  String expiredKey() {
    KeyText text = KeyText.random();
    ApiKey key =
        new ApiKey(
            "key_old", text.digest(), text.prefix(), "old", Role.ADMIN, null, 0, WholeApi.START);
    api.engine.inMemory.tell(request -> new Command.PutKey(request, key)).join();
    return text.clear();
  }

  String revokedKey() {
    String admin = api.key(Role.ADMIN, null);
    String draft = "{\"name\":\"k\",\"role\":\"admin\",\"customerId\":\"*\"}";
    HttpResponse<String> made = api.call("POST", "/api/v1/keys", admin, "", draft);
    String key = text(made, "key");
    assertThat(api.call("GET", "/api/v1/keys", key, "", null).statusCode()).isEqualTo(200);
    api.call("DELETE", "/api/v1/keys/" + text(made, "id"), admin, "", null);
    return key;
  }

  /** Gives acme a bit of everything. */
  Things furnish() {
    String manager = api.key(Role.ADMIN, ACME);
    HttpResponse<String> made = call("POST", "/api/v1/subscriptions", manager, subscription());
    call("POST", "/api/v1/events", manager, event("acme-1"));
    api.answerAll(200);
    String ended = text(call("GET", "/api/v1/messages?status=delivered", manager, null), "id");
    call("POST", "/api/v1/events", manager, event("acme-2"));
    String waiting = text(call("GET", "/api/v1/messages?status=waiting", manager, null), "id");
    String preview = RANGE.replace("}", ",\"preview\":true}");
    return new Things(
        text(made, "id"),
        text(made, "endpointId"),
        "acme-1",
        ended,
        waiting,
        text(call("POST", "/api/v1/replays", manager, preview), "id"),
        text(call("POST", "/api/v1/cancellations", manager, preview), "id"),
        text(call("POST", "/api/v1/keys", manager, keyDraft(ACME)), "id"));
  }

  private HttpResponse<String> call(String method, String path, String key, @Nullable String body) {
    HttpResponse<String> answer = api.call(method, path, key, "", body);
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isLessThan(300);
    return answer;
  }

  /** A path with the id of a thing of acme's; what is deleted by the call is made for it. */
  String path(Operation call, Things things) {
    String path = call.path();
    if (!path.contains("{id}")) {
      return path;
    }
    String kind = path.startsWith(WORKFRONT) ? "subscriptions" : path.split("/", -1)[3];
    return path.replace(
        "{id}",
        switch (kind) {
          case "events" -> things.event();
          case "subscriptions" -> things.subscription();
          case "endpoints" -> things.endpoint();
          case "messages" -> path.endsWith("cancel") ? things.waiting() : things.ended();
          case "replays" -> things.replay();
          case "cancellations" -> things.cancellation();
          case "keys" -> things.key();
          default -> ACME;
        });
  }

  /** Things of which one can be deleted, and the rest stays. */
  Things disposable(Things things) {
    String admin = api.key(Role.ADMIN, ACME);
    return new Things(
        text(call("POST", "/api/v1/subscriptions", admin, subscription()), "id"),
        things.endpoint(),
        things.event(),
        things.ended(),
        things.waiting(),
        things.replay(),
        things.cancellation(),
        text(call("POST", "/api/v1/keys", admin, keyDraft(ACME)), "id"));
  }

  /** A body that a call takes; null where it takes none. */
  @Nullable String body(Operation call, String customer) {
    Map<String, String> bodies =
        Map.ofEntries(
            Map.entry("POST /api/v1/events", event("e" + urls.incrementAndGet())),
            Map.entry("POST /api/v1/subscriptions", subscription()),
            Map.entry(
                "POST /api/v1/subscriptions/dryRun", "{\"subscription\":" + subscription() + "}"),
            Map.entry("PATCH /api/v1/subscriptions/{id}", "{\"description\":\"mine\"}"),
            Map.entry("POST /api/v1/endpoints/enable", "{\"status\":\"frozen\"}"),
            Map.entry("PATCH /api/v1/endpoints/{id}", "{\"maxPerSecond\":5}"),
            Map.entry(
                "PUT /api/v1/endpoints/{id}/secret",
                "{\"secret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\"}"),
            Map.entry("POST /api/v1/replays", RANGE),
            Map.entry("POST /api/v1/cancellations", RANGE),
            Map.entry("POST /api/v1/keys", keyDraft(customer)),
            Map.entry("POST " + WORKFRONT, subscription()),
            Map.entry(
                "PUT " + WORKFRONT + "/version",
                "{\"version\":\"v1\",\"allCustomerSubscriptions\":true}"),
            Map.entry("PUT " + WORKFRONT + "/{id}/version", "{\"version\":\"v1\"}"));
    return bodies.get(call.toString());
  }

  private String subscription() {
    return "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"http://127.0.0.1:1/%d\"}"
        .formatted(urls.incrementAndGet());
  }

  private static String event(String id) {
    return "{\"id\":\"%s\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"a\":1}}"
        .formatted(id);
  }

  private static String keyDraft(String customer) {
    return "{\"name\":\"a key\",\"role\":\"viewer\",\"customerId\":\"%s\"}".formatted(customer);
  }

  private static String text(HttpResponse<String> response, String field) {
    Matcher matcher = Pattern.compile("\"" + field + "\":\"([^\"]+)\"").matcher(response.body());
    assertThat(matcher.find()).as(response.body()).isTrue();
    return matcher.group(1);
  }

  @Override
  public void close() {
    api.close();
  }
}
