package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Route;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server conforms to {@code openapi.yaml}, and the document is complete. */
final class OpenApiTest {
  private static final String API = "/api/v1";
  private static final String CUSTOMER = "default";

  /** The same id, so that paths with an id refer to it. */
  private static final String BACKUP = "{\"name\":\"default\"}";

  private final FullApiFixture api = new FullApiFixture();
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
  void every_route_takes_the_parameters_and_the_body_that_are_documented() {
    assertThat(api.routes)
        .allSatisfy(
            route -> {
              Operation call = new Operation(route.method(), route.path());
              assertThat(new TreeSet<>(route.queries()))
                  .isEqualTo(ApiContract.DOCUMENTED.queries(call));
              assertThat(route.takesBody()).isEqualTo(ApiContract.DOCUMENTED.takesBody(call));
            });
  }

  @Test
  void the_examples_are_valid() {
    ApiContract.DOCUMENTED.checkExamples();
  }

  @Test
  void every_code_that_the_server_can_send_is_in_the_document() {
    List<String> codes = Arrays.stream(ErrorCode.values()).map(ErrorCode::text).toList();

    assertThat(ApiContract.DOCUMENTED.errorCodes()).containsExactlyElementsOf(codes);
    assertThat(Arrays.stream(ErrorCode.values()))
        .allSatisfy(
            code ->
                assertThat(ApiContract.DOCUMENTED.errorCodeTable())
                    .contains("| `" + code.text() + "` | " + code.status() + " | "));
  }

  @Test
  void every_body_and_every_successful_response_has_an_example() {
    assertThat(ApiContract.DOCUMENTED.withoutExample()).isEmpty();
  }

  @Test
  void the_server_is_the_one_that_the_document_comes_from() {
    assertThat(ApiContract.DOCUMENTED.servers()).containsExactly("/");
  }

  @Test
  void the_response_that_starts_a_job_links_to_its_progress() {
    assertThat(ApiContract.DOCUMENTED.links())
        .containsEntry("POST /api/v1/replays 202", "getReplay")
        .containsEntry("POST /api/v1/cancellations 202", "getCancellation")
        .containsEntry("POST /api/v1/retries 202", "getRetry");
    assertThat(ApiContract.DOCUMENTED.operationIds())
        .containsAll(ApiContract.DOCUMENTED.links().values());
  }

  @Test
  void the_document_has_no_form_that_generators_of_clients_misread() {
    assertThat(ApiContract.DOCUMENTED.misreadByGenerators()).isEmpty();
  }

  @Test
  void the_document_needs_no_key() {
    HttpResponse<String> response = api.call("GET", API + "/openapi.yaml", "", "", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/yaml");
    assertThat(response.body()).startsWith("openapi: 3.1.0\n");
  }

  @Test
  void every_documented_status_of_every_call_occurs() {
    api.customer(CUSTOMER);
    api.customer("other");
    CustomerFixture fixture = CustomerFixture.create(api, CUSTOMER);
    ours("POST", "/backups", BACKUP);
    otherCustomers(fixture);
    mistakes(fixture);
    refusals(fixture);
    conflicts(fixture);
    successes(fixture);
    backupsOnKafka();

    NavigableMap<Operation, NavigableSet<String>> promised = ApiContract.DOCUMENTED.operations();
    assertThat(promised.entrySet())
        .allSatisfy(
            call ->
                assertThat(api.seen.get(call.getKey()))
                    .as(call.getKey().toString())
                    .isEqualTo(call.getValue()));
  }

  /** A valid body for a call; null if it takes none. */
  private static @Nullable String body(Operation call) {
    return Drafts.of(
        call,
        event("e3"),
        Drafts.subscription("b", "TASK"),
        Drafts.subscription("c", "TASK"),
        CUSTOMER);
  }

  private void otherCustomers(CustomerFixture fixture) {
    for (Route route : api.routes) {
      if (route.access() == Access.OPEN) {
        continue;
      }
      String path = fixture.path(route.path());
      api.call(route.method(), path, "", "", null);
      Role role =
          switch (route.access()) {
            case READ, OPEN -> Role.PRODUCER;
            case PRODUCE, MANAGE -> Role.VIEWER;
            case ADMINISTER -> Role.MANAGER;
          };
      api.call(route.method(), path, api.key(role, CUSTOMER), "", null);
    }
  }

  private void mistakes(CustomerFixture fixture) {
    ApiContract.DOCUMENTED
        .operations()
        .forEach(
            (call, statuses) -> {
              if (statuses.contains("404")) {
                String path = call.path().replace("{id}", "unknown");
                String customer = call.path().contains("{id}") ? CUSTOMER : "unknown";
                api.call(call.method(), path, admin, customer, body(call));
              }
              if (statuses.contains("400")) {
                badRequest(call, fixture);
              }
              if (statuses.contains("413")) {
                String large = event("large").replace("u1", "u".repeat(1 << 20));
                api.call(call.method(), fixture.path(call.path()), admin, CUSTOMER, large);
              }
            });
  }

  /** Every operation with a 400 refuses unknown parameters. */
  private void badRequest(Operation call, CustomerFixture fixture) {
    api.call(call.method(), fixture.path(call.path()) + "?unknown=1", admin, CUSTOMER, null);
  }

  private void refusals(CustomerFixture fixture) {
    for (Refusal reason : Refusal.values()) {
      api.engine.refusal = refusal(reason);
      ours("POST", "/events", event("refused"));
    }
    api.engine.refusal = null;
    api.free = 0;
    ours("POST", "/backups", null);
    api.free = Long.MAX_VALUE;
    api.engine.commandRefusal = refusal(Refusal.INTAKE_FULL);
    ApiContract.DOCUMENTED
        .operations()
        .forEach(
            (call, statuses) -> {
              if (statuses.contains("503") && call.path().startsWith("/a")) {
                String path = fixture.path(call.path());
                boolean makesCustomer = call.toString().equals("PUT /api/v1/customers/{id}");
                api.call(
                    call.method(),
                    makesCustomer ? API + "/customers/new" : path,
                    admin,
                    CUSTOMER,
                    body(call));
              }
            });
    api.engine.commandRefusal = null;
    api.engine.health = EngineHealth.failed(new IllegalStateException("the store"));
    api.call("GET", "/health/live", "", "", null);
    api.call("GET", "/health/ready", "", "", null);
    api.engine.health = EngineHealth.RUNNING;
  }

  private static RefusedException refusal(Refusal reason) {
    return new RefusedException(reason, "Not now.", Duration.ofSeconds(1));
  }

  private void conflicts(CustomerFixture fixture) {
    ours("POST", "/backups", BACKUP);
    ours("POST", "/subscriptions", Drafts.subscription("a", "TASK"));
    api.call("POST", Drafts.WORKFRONT, admin, CUSTOMER, Drafts.subscription("a", "TASK"));
    String second = ours("POST", "/subscriptions", Drafts.subscription("a", "OTHER")).at("/id");
    ours("PATCH", "/subscriptions/" + second, "{\"objCode\":\"TASK\"}");
    ours("DELETE", "/subscriptions/" + second, null);
    ours("POST", "/messages/" + fixture.waiting() + "/replay", null);
    ours("POST", "/messages/" + fixture.ended() + "/cancel", null);
    freeze();
    api.keys.write("another key of thirty-two bytes.".getBytes(StandardCharsets.UTF_8));
    ours("POST", "/encryption-key/re-encrypt", null);
    api.keys.write(new byte[32]);
    ours("POST", "/subscriptions/" + fixture.subscription() + "/test", null);
    ours("POST", "/endpoints/" + fixture.endpoint() + "/enable", null);
    for (int i = 0; i <= 10; i++) {
      ours("POST", "/subscriptions/" + fixture.subscription() + "/test", null);
    }
    String endpoint = "/endpoints/" + fixture.endpoint();
    overtaken("PATCH", endpoint, "{\"maxPerSecond\":5}");
    overtaken("POST", endpoint + "/secret/rotate", null);
    somethingToErase("other");
    api.engine.longWorkWaits = true;
    // The erasure begins after the call has found the customer.
    api.engine.before.clear();
    api.engine.before.add(() -> api.call("DELETE", API + "/customers/other", admin, "", null));
    api.engine.before.add(() -> {});
    api.call("POST", API + "/keys", admin, "", Drafts.key("other"));
    api.call("PUT", API + "/customers/other", admin, "", null);
    api.call("DELETE", API + "/customers/default", admin, "", null);
    lastAdminKey();
    api.engine.longWorkWaits = false;
    api.engine.goTo(api.engine.now() + 1);
  }

  /** A change that always loses the race against another caller. */
  private void overtaken(String method, String path, @Nullable String body) {
    for (int i = 1; i <= 5; i++) {
      String theirs = body == null ? null : body.replace("5", "1" + i);
      api.engine.before.add(() -> ours(method, path, theirs));
      api.engine.before.add(() -> {}); // the other caller's command is not intercepted
    }
    ours(method, path, body);
  }

  /** Posts some events, so that every shard has one. */
  private void somethingToErase(String customer) {
    for (int i = 0; i < 8; i++) {
      String one = event("theirs-" + i).replace(CUSTOMER, customer);
      assertThat(api.call("POST", API + "/events", admin, customer, one).statusCode())
          .isEqualTo(202);
    }
  }

  private void backupsOnKafka() {
    try (FullApiFixture there = new FullApiFixture(false)) {
      String key = there.key(Role.ADMIN, null);
      for (String call :
          List.of(
              "POST /backups",
              "GET /backups",
              "GET /backups/default/content",
              "DELETE /backups/default")) {
        String[] parts = call.split(" ", 2);
        HttpResponse<String> refused = there.call(parts[0], API + parts[1], key, "", null);
        assertThat(refused.statusCode()).as(call).isEqualTo(409);
      }
      there.seen.forEach(
          (call, statuses) ->
              api.seen.computeIfAbsent(call, c -> new TreeSet<>()).addAll(statuses));
    }
  }

  /** Revokes every admin key for all customers, the caller's own one last. */
  private void lastAdminKey() {
    JsonResponse keys =
        new JsonResponse(api.call("GET", API + "/keys?limit=1000", admin, "*", null));
    String own = "";
    for (int i = 0; i < keys.size("/data"); i++) {
      String at = "/data/" + i;
      if (keys.at(at + "/role").equals("admin") && keys.at(at + "/customerId").equals("*")) {
        String path = "/keys/" + keys.at(at + "/id");
        if (admin.startsWith(keys.at(at + "/prefix"))) {
          own = path;
        } else {
          ours("DELETE", path, null);
        }
      }
    }
    assertThat(ours("DELETE", own, null).status()).isEqualTo(409);
  }

  @Test
  void a_customer_being_erased_exists_only_for_calls_about_customers() {
    api.customer(CUSTOMER);
    api.customer("other");
    String theirs = event("theirs").replace(CUSTOMER, "other");
    assertThat(api.call("POST", API + "/events", admin, "", theirs).statusCode()).isEqualTo(202);
    api.engine.longWorkWaits = true;
    assertThat(api.call("DELETE", API + "/customers/other", admin, "", null).statusCode())
        .isEqualTo(202);

    JsonResponse unnamed = new JsonResponse(api.call("POST", API + "/events", admin, "", theirs));
    JsonResponse named =
        new JsonResponse(api.call("POST", API + "/events", admin, "other", theirs));
    JsonResponse resumed =
        new JsonResponse(
            api.call("POST", API + "/customers/other/delivery/resume", admin, "", null));
    JsonResponse shown =
        new JsonResponse(api.call("GET", API + "/customers/other", admin, "", null));

    assertThat(unnamed.status()).isEqualTo(400);
    assertThat(unnamed.pointers()).containsExactly("/customerId");
    assertThat(named.status()).isEqualTo(404);
    assertThat(resumed.status()).isEqualTo(404);
    assertThat(shown.at("/erasing/erasedEvents")).isNotEqualTo("null");
  }

  private void freeze() {
    for (int i = 0; i < 3; i++) {
      ours("POST", "/events", event("failing-" + i));
    }
    api.respondToAll(500);
  }

  private void successes(CustomerFixture fixture) {
    api.call("PUT", API + "/customers/default", admin, "", null);
    api.call("PUT", API + "/customers/another", admin, "", null);
    ours("POST", "/events?dryRun=true", event("dry"));
    ours("GET", "/stats?by=endpoint", null);
    String waiting = ours("GET", "/messages?status=waiting", null).at("/data/0/id");
    ours("POST", "/messages/" + waiting + "/retry", null);
    ours("POST", "/messages/" + waiting + "/cancel", null); // before all are cancelled at once
    CustomerFixture left = fixture.withWaiting(waiting);
    ApiContract.DOCUMENTED
        .operations()
        .keySet()
        .forEach(
            call -> {
              if (!call.method().equals("DELETE")) {
                api.call(call.method(), left.path(call.path()), admin, CUSTOMER, body(call));
              }
            });
    ours("DELETE", "/keys/" + fixture.key(), null);
    ours("DELETE", "/backups/default", null);
    ours("DELETE", "/subscriptions/" + fixture.subscription(), null);
    String last = ours("GET", "/subscriptions", null).at("/data/0/id");
    api.call("DELETE", Drafts.WORKFRONT + "/" + last, admin, CUSTOMER, null);
  }

  private JsonResponse ours(String method, String path, @Nullable String body) {
    return new JsonResponse(api.call(method, API + path, admin, CUSTOMER, body));
  }

  private static String event(String id) {
    return """
    {"id":"%s","customerId":"default","objCode":"TASK","eventType":"UPDATE","userId":"u1",
     "newState":{"a":1}}\
    """
        .formatted(id);
  }
}
