package io.posthorn.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.IntakeRefusedException;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server does what {@code openapi.yaml} says, and the document says all that it does. */
final class OpenApiTest {
  private static final String API = "/api/v1";
  private static final String WORKFRONT = "/attask/eventsubscription/api/v1/subscriptions";
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final String RANGE =
      "{\"from\":\"2025-01-01T00:00:00Z\",\"to\":\"2027-01-01T00:00:00Z\"}";

  private static final String BACKUP = "{\"name\":\"default\"}";

  private final WholeApi api = new WholeApi();
  private final String admin = api.key(Role.ADMIN, null);

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void every_route_is_documented_and_every_documented_call_is_served() {
    NavigableSet<String> routes = new TreeSet<>();
    api.routes.forEach(route -> routes.add(route.method() + " " + route.path()));

    assertThat(ApiContract.DOCUMENTED.operations().keySet())
        .extracting(Operation::toString)
        .containsExactlyElementsOf(routes);
  }

  @Test
  void the_examples_are_what_they_are_examples_of() {
    ApiContract.DOCUMENTED.checkExamples();
  }

  @Test
  void the_document_is_served_to_anybody() {
    HttpResponse<String> response = api.call("GET", API + "/openapi.yaml", "", "", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/yaml");
    assertThat(response.body()).startsWith("openapi: 3.1.0\n");
  }

  @Test
  void every_documented_status_of_every_call_can_be_seen() {
    api.customer("default");
    api.customer("other");
    prepare();
    strangers();
    mistakes();
    refusals();
    conflicts();
    successes();

    NavigableMap<Operation, NavigableSet<String>> promised = ApiContract.DOCUMENTED.operations();
    assertThat(promised.entrySet())
        .allSatisfy(call -> assertThat(api.seen.get(call.getKey())).isEqualTo(call.getValue()));
  }

  // What there is: a subscription with its endpoint, an ended and a waiting message, and jobs.

  private String subscription = "";
  private String endpoint = "";
  private String ended = "";
  private String waiting = "";
  private String replay = "";
  private String cancellation = "";
  private String key = "";

  private void prepare() {
    HttpResponse<String> made = ours("POST", "/subscriptions", subscription("a", "TASK"));
    subscription = id(made);
    endpoint = text(made, "endpointId");
    ours("POST", "/events", event("e1"));
    api.answerAll(200);
    ended = id(ours("GET", "/messages?status=delivered", null));
    ours("POST", "/events", event("e2"));
    waiting = id(ours("GET", "/messages?status=waiting", null));
    String preview = RANGE.replace("}", ",\"preview\":true}");
    replay = id(ours("POST", "/replays", preview));
    cancellation = id(ours("POST", "/cancellations", preview));
    key = id(ours("POST", "/keys", keyDraft()));
    ours("POST", "/backups", BACKUP);
  }

  /** A path as it is called: with the id of something that is there. */
  private String real(String path) {
    if (!path.contains("{id}")) {
      return path;
    }
    String thing = path.startsWith(WORKFRONT) ? "subscriptions" : path.split("/", -1)[3];
    String id =
        switch (thing) {
          case "events" -> "e1";
          case "subscriptions" -> subscription;
          case "endpoints" -> endpoint;
          case "messages" -> path.endsWith("cancel") ? waiting : ended;
          case "replays" -> replay;
          case "cancellations" -> cancellation;
          case "keys" -> key;
          default -> "default";
        };
    return path.replace("{id}", id);
  }

  /** A body that a call takes; null where it takes none. */
  private @Nullable String body(Operation call) {
    Map<String, String> bodies =
        Map.ofEntries(
            Map.entry("POST /api/v1/events", event("e3")),
            Map.entry("POST /api/v1/subscriptions", subscription("b", "TASK")),
            Map.entry(
                "POST /api/v1/subscriptions/dryRun",
                "{\"subscription\":" + subscription("d", "TASK") + "}"),
            Map.entry("PATCH /api/v1/subscriptions/{id}", "{\"description\":\"mine\"}"),
            Map.entry("POST /api/v1/endpoints/enable", "{\"status\":\"frozen\"}"),
            Map.entry("PATCH /api/v1/endpoints/{id}", "{\"maxPerSecond\":5}"),
            Map.entry(
                "PUT /api/v1/endpoints/{id}/secret",
                "{\"secret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\"}"),
            Map.entry("POST /api/v1/replays", RANGE),
            Map.entry("POST /api/v1/cancellations", RANGE),
            Map.entry("POST /api/v1/keys", keyDraft()),
            Map.entry("POST " + WORKFRONT, subscription("c", "TASK")),
            Map.entry(
                "PUT " + WORKFRONT + "/version",
                "{\"version\":\"v1\",\"allCustomerSubscriptions\":true}"),
            Map.entry("PUT " + WORKFRONT + "/{id}/version", "{\"version\":\"v1\"}"));
    return bodies.get(call.toString());
  }

  // Who may not, what is not there, what is wrong.

  private void strangers() {
    for (Route route : api.routes) {
      if (route.access() == Access.OPEN) {
        continue;
      }
      String path = real(route.path());
      api.call(route.method(), path, "", "", null);
      Role role =
          switch (route.access()) {
            case READ, OPEN -> Role.PRODUCER;
            case PRODUCE, MANAGE -> Role.VIEWER;
            case ADMINISTER -> Role.MANAGER;
          };
      api.call(route.method(), path, api.key(role, "default"), "", null);
    }
  }

  private void mistakes() {
    ApiContract.DOCUMENTED
        .operations()
        .forEach(
            (call, statuses) -> {
              if (statuses.contains("404")) {
                String path = call.path().replace("{id}", "nobody");
                String customer = call.path().contains("{id}") ? "default" : "nobody";
                api.call(call.method(), path, admin, customer, body(call));
              }
              if (statuses.contains("400")) {
                badRequest(call);
              }
              if (statuses.contains("413")) {
                String large = event("large").replace("u1", "u".repeat(1 << 20));
                api.call(call.method(), real(call.path()), admin, "default", large);
              }
            });
  }

  /** What every call with a 400 has in common is that it is about a customer, who is not named. */
  private void badRequest(Operation call) {
    switch (call.toString()) {
      case "GET /api/v1/customers", "GET /api/v1/audit" ->
          api.call("GET", call.path() + "?limit=0", admin, "", null);
      case "PUT /api/v1/customers/{id}" ->
          api.call("PUT", API + "/customers/-bad", admin, "", null);
      case "POST /api/v1/events", "POST /api/v1/keys", "POST /api/v1/backups" ->
          api.call("POST", call.path(), admin, "", "{");
      default -> api.call(call.method(), real(call.path()), admin, "", body(call));
    }
  }

  private void refusals() {
    for (int status : new int[] {429, 503, 507}) {
      api.engine.refusal = refusal(status);
      ours("POST", "/events", event("refused"));
    }
    api.engine.refusal = null;
    api.free = 0;
    ours("POST", "/backups", null);
    api.free = Long.MAX_VALUE;
    api.engine.commandRefusal = refusal(503);
    ApiContract.DOCUMENTED
        .operations()
        .forEach(
            (call, statuses) -> {
              if (statuses.contains("503") && call.path().startsWith("/a")) {
                String path = real(call.path());
                boolean makesCustomer = call.toString().equals("PUT /api/v1/customers/{id}");
                api.call(
                    call.method(),
                    makesCustomer ? API + "/customers/new" : path,
                    admin,
                    "default",
                    body(call));
              }
            });
    api.engine.commandRefusal = null;
    api.condition = new HealthApi.Condition(false, false, "The store failed.");
    api.call("GET", "/health/live", "", "", null);
    api.call("GET", "/health/ready", "", "", null);
    api.condition = new HealthApi.Condition(true, true, "");
  }

  private static IntakeRefusedException refusal(int status) {
    return new IntakeRefusedException(status, "Not now.", Duration.ofSeconds(1));
  }

  private void conflicts() {
    ours("POST", "/backups", BACKUP);
    ours("POST", "/subscriptions", subscription("a", "TASK"));
    api.call("POST", WORKFRONT, admin, "default", subscription("a", "TASK"));
    String second = id(ours("POST", "/subscriptions", subscription("a", "OTHER")));
    ours("PATCH", "/subscriptions/" + second, "{\"objCode\":\"TASK\"}");
    ours("DELETE", "/subscriptions/" + second, null);
    ours("POST", "/messages/" + waiting + "/replay", null);
    ours("POST", "/messages/" + ended + "/cancel", null);
    freeze();
    ours("POST", "/subscriptions/" + subscription + "/test", null);
    ours("POST", "/endpoints/" + endpoint + "/enable", null);
    for (int i = 0; i <= 10; i++) {
      ours("POST", "/subscriptions/" + subscription + "/test", null);
    }
    String theirs = event("theirs").replace("default", "other");
    api.call("POST", API + "/events", admin, "other", theirs); // something to erase
    api.engine.inMemory.longWorkWaits = true;
    api.call("DELETE", API + "/customers/other", admin, "", null);
    api.call("PUT", API + "/customers/other", admin, "", null);
    api.call("POST", API + "/keys", admin, "", keyDraft().replace("default", "other"));
    api.call("DELETE", API + "/customers/default", admin, "", null);
    api.engine.inMemory.longWorkWaits = false;
    api.engine.inMemory.goTo(api.engine.inMemory.now() + 1);
  }

  private void freeze() {
    for (int i = 0; i < 3; i++) {
      ours("POST", "/events", event("failing-" + i));
    }
    api.answerAll(500);
  }

  private void successes() {
    api.call("PUT", API + "/customers/default", admin, "", null);
    api.call("PUT", API + "/customers/another", admin, "", null);
    ours("POST", "/events?dryRun=true", event("dry"));
    ours("GET", "/stats?by=endpoint", null);
    waiting = id(ours("GET", "/messages?status=waiting", null));
    ApiContract.DOCUMENTED
        .operations()
        .keySet()
        .forEach(
            call -> {
              if (!call.method().equals("DELETE")) {
                api.call(call.method(), real(call.path()), admin, "default", body(call));
              }
            });
    ours("DELETE", "/keys/" + key, null);
    ours("DELETE", "/backups/default", null);
    ours("DELETE", "/subscriptions/" + subscription, null);
    String last = id(ours("GET", "/subscriptions", null));
    api.call("DELETE", WORKFRONT + "/" + last, admin, "default", null);
  }

  private HttpResponse<String> ours(String method, String path, @Nullable String body) {
    return api.call(method, API + path, admin, "default", body);
  }

  private static String subscription(String path, String objCode) {
    return "{\"objCode\":\"%s\",\"eventType\":\"*\",\"url\":\"http://127.0.0.1:1/%s\"}"
        .formatted(objCode, path);
  }

  private static String event(String id) {
    return """
    {"id":"%s","customerId":"default","objCode":"TASK","eventType":"UPDATE","userId":"u1",
     "newState":{"a":1}}"""
        .formatted(id);
  }

  private static String keyDraft() {
    return "{\"name\":\"a key\",\"role\":\"viewer\",\"customerId\":\"default\"}";
  }

  private static String id(HttpResponse<String> response) {
    return first(ID, response);
  }

  private static String text(HttpResponse<String> response, String field) {
    return first(Pattern.compile("\"" + field + "\":\"([^\"]+)\""), response);
  }

  private static String first(Pattern pattern, HttpResponse<String> response) {
    Matcher matcher = pattern.matcher(response.body());
    assertThat(matcher.find()).as(response.body()).isTrue();
    return matcher.group(1);
  }
}
