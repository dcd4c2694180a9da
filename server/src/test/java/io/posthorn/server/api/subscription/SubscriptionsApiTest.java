package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Role;
import io.posthorn.engine.read.AuditPage;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import io.posthorn.server.api.subscription.SubscriptionService.TargetCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SubscriptionsApiTest {
  private static final String PATH = "/api/v1/subscriptions";
  private static final String SUBSCRIPTION =
      """
      {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://Example.com"}\
      """;

  private final LiveApi api = new LiveApi().with("acme", "other");
  private final String manager = api.key(Role.MANAGER, "acme");
  private final String viewer = api.key(Role.VIEWER, "acme");

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private JsonResponse create(String body) {
    return api.call("POST", PATH, manager, body);
  }

  private JsonResponse get(String id) {
    return api.call("GET", PATH + "/" + id, viewer, null);
  }

  private static String subscription(int number) {
    return """
    {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://example.com/%d"}\
    """
        .formatted(number);
  }

  @Test
  void a_new_subscription_returns_201_its_location_and_the_resource() {
    JsonResponse made =
        create(
            """
            {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://Example.com",
             "authToken": "deadbeefcafe", "objId": "p1", "description": "mine",
             "filters": [{"fieldName": "status", "fieldValue": "CUR"}]}\
            """);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Location")).contains(PATH + "/" + made.at("/id"));
    assertThat(made.names(""))
        .containsExactly(
            "id",
            "customerId",
            "endpointId",
            "objCode",
            "eventType",
            "objId",
            "url",
            "authToken",
            "filters",
            "filterConnector",
            "base64Encoding",
            "version",
            "format",
            "description",
            "ordering",
            "createdAt",
            "modifiedAt",
            "versionSwitchedAt",
            "signingSecret",
            "warnings");
    assertThat(made.at("/url")).isEqualTo("https://example.com/");
    assertThat(made.at("/endpointId")).startsWith("ep_");
    assertThat(made.at("/authToken")).isEqualTo("****cafe");
    assertThat(made.at("/filters/0/comparison")).isEqualTo("eq");
    assertThat(made.at("/filterConnector")).isEqualTo("AND");
    assertThat(made.at("/version")).isEqualTo("v2");
    assertThat(made.at("/format")).isEqualTo("workfront");
    assertThat(made.at("/createdAt")).isEqualTo("2026-11-15T10:00:00Z");
    assertThat(made.at("/versionSwitchedAt")).isEqualTo("null");
    assertThat(made.at("/signingSecret")).matches("whsec_[A-Za-z0-9+/]{43}=");
  }

  @Test
  void a_token_is_never_returned_and_a_secret_only_on_creation() {
    JsonResponse made =
        create(
            """
            {"objCode": "P", "eventType": "*", "url": "https://a.example/", "authToken": "short"}\
            """);
    JsonResponse got = get(made.at("/id"));
    JsonResponse listed = api.call("GET", PATH, viewer, null);

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.at("/authToken")).isEqualTo("****");
    assertThat(got.has("/signingSecret")).isFalse();
    assertThat(made.body() + got.body() + listed.body()).doesNotContain("short");
    assertThat(listed.body()).doesNotContain("whsec_");
  }

  @Test
  void subscriptions_with_the_same_url_share_the_endpoint_and_its_secret() {
    JsonResponse one = create(SUBSCRIPTION);
    JsonResponse other =
        create(
            """
            {"objCode": "TASK", "eventType": "UPDATE", "url": "https://example.com:443/"}\
            """);

    assertThat(other.at("/endpointId")).isEqualTo(one.at("/endpointId"));
    assertThat(other.at("/signingSecret")).isEqualTo(one.at("/signingSecret"));
  }

  @Test
  void an_endpoint_outlives_its_subscriptions_with_its_secret() {
    JsonResponse first = create(SUBSCRIPTION);
    api.call("DELETE", PATH + "/" + first.at("/id"), manager, null);

    assertThat(create(SUBSCRIPTION).at("/signingSecret")).isEqualTo(first.at("/signingSecret"));
  }

  @Test
  void an_identical_subscription_is_a_409_by_post_and_by_patch() {
    create(SUBSCRIPTION);
    JsonResponse again = create(SUBSCRIPTION);
    JsonResponse else1 = create(subscription(1));
    JsonResponse patched =
        api.call(
            "PATCH", PATH + "/" + else1.at("/id"), manager, "{\"url\": \"https://example.com/\"}");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.header("Content-Type")).contains("application/problem+json");
    assertThat(again.at("/detail")).contains("identical");
    assertThat(patched.status()).isEqualTo(409);
    assertThat(get(else1.at("/id")).at("/url")).isEqualTo("https://example.com/1");
  }

  @Test
  void ordering_is_object_or_null() {
    JsonResponse made =
        create(
            """
            {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://example.com/ordered",
             "ordering": "object"}\
            """);
    String path = PATH + "/" + made.at("/id");

    assertThat(made.at("/ordering")).isEqualTo("object");
    assertThat(get(made.at("/id")).at("/ordering")).isEqualTo("object");
    JsonResponse off = api.call("PATCH", path, manager, "{\"ordering\": null}");
    assertThat(off.at("/ordering")).isEqualTo("null");
    JsonResponse on = api.call("PATCH", path, manager, "{\"ordering\": \"object\"}");
    assertThat(on.at("/ordering")).isEqualTo("object");
    JsonResponse bad = api.call("PATCH", path, manager, "{\"ordering\": \"customer\"}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.at("/errors/0/pointer")).isEqualTo("/ordering");
    assertThat(create(subscription(2)).at("/ordering")).isEqualTo("null");
  }

  @Test
  void every_bad_field_is_reported_with_its_pointer() {
    JsonResponse bad =
        create(
            """
            {"objCode": "9", "url": "ftp://x", "authToken": "****cafe", "nope": 1,
             "filters": [{"fieldName": "a", "fieldValue": 1, "comparison": "like"}]}\
            """);

    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.pointers())
        .containsExactlyInAnyOrder(
            "/objCode", "/eventType", "/url", "/authToken", "/nope", "/filters/0/comparison");
    assertThat(api.call("GET", PATH, viewer, null).size("/data")).isZero();
  }

  @Test
  void a_body_that_is_not_a_json_object_is_a_400() {
    assertThat(create("{").status()).isEqualTo(400);
    assertThat(create("[]").status()).isEqualTo(400);
    assertThat(create("").status()).isEqualTo(400);
    assertThat(create("{\"objCode\": \"A\", \"objCode\": \"B\"}").pointers()).contains("/objCode");
  }

  @Test
  void a_body_that_is_too_large_is_a_413() {
    assertThat(create("{\"description\": \"" + "x".repeat(1 << 20) + "\"}").status())
        .isEqualTo(413);
  }

  @Test
  void a_forbidden_target_is_a_400_at_url() {
    JsonResponse good = create(SUBSCRIPTION);
    api.targetVerdict = TargetCheck.Verdict.refused("The URL leads to a private address.");
    JsonResponse made = create(subscription(2));
    JsonResponse patched =
        api.call("PATCH", PATH + "/" + good.at("/id"), manager, "{\"url\": \"https://b.example\"}");
    JsonResponse other =
        api.call("PATCH", PATH + "/" + good.at("/id"), manager, "{\"description\": \"ok\"}");

    assertThat(made.status()).isEqualTo(400);
    assertThat(made.pointers()).containsExactly("/url");
    assertThat(made.at("/errors/0/detail")).isEqualTo("The URL leads to a private address.");
    assertThat(patched.pointers()).containsExactly("/url");
    assertThat(other.status()).isEqualTo(200);
  }

  @Test
  void a_name_that_does_not_resolve_is_accepted_with_a_warnings_entry() {
    JsonResponse without = create(SUBSCRIPTION);
    api.targetVerdict = TargetCheck.Verdict.warned("The host cannot be resolved now.");
    String one = PATH + "/" + without.at("/id");
    JsonResponse made = create(subscription(2));
    JsonResponse patched = api.call("PATCH", one, manager, "{\"url\": \"https://b.example\"}");
    JsonResponse other = api.call("PATCH", one, manager, "{\"description\": \"ok\"}");

    assertThat(without.size("/warnings")).isZero();
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("/warnings/0/pointer")).isEqualTo("/url");
    assertThat(made.at("/warnings/0/detail")).isEqualTo("The host cannot be resolved now.");
    assertThat(patched.status()).isEqualTo(200);
    assertThat(patched.each("/warnings", "pointer")).containsExactly("/url");
    assertThat(other.size("/warnings")).isZero();
    assertThat(get(made.at("/id")).names("")).doesNotContain("warnings");
  }

  @Test
  void a_new_url_of_a_subscription_with_an_auth_token_needs_the_token_again_in_the_same_patch() {
    String token = "\"authToken\": \"deadbeefcafe\"";
    JsonResponse made = create(SUBSCRIPTION.replace("}", ", " + token + "}"));
    String one = PATH + "/" + made.at("/id");

    JsonResponse refused = api.call("PATCH", one, manager, "{\"url\": \"https://b.example\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.pointers()).containsExactly("/authToken");
    assertThat(get(made.at("/id")).at("/url")).isEqualTo("https://example.com/");
    for (String given : List.of(token, "\"authToken\": \"another-token\"")) {
      String body = "{\"url\": \"https://%s.example\", %s}".formatted(given.length(), given);
      assertThat(api.call("PATCH", one, manager, body).status()).isEqualTo(200);
    }
    String same = "{\"url\": \"" + get(made.at("/id")).at("/url") + "\"}";
    assertThat(api.call("PATCH", one, manager, same).status()).isEqualTo(200);
    String none = "{\"url\": \"https://c.example\", \"authToken\": null}";
    assertThat(api.call("PATCH", one, manager, none).status()).isEqualTo(200);
    String free = "{\"url\": \"https://d.example\"}";
    assertThat(api.call("PATCH", one, manager, free).status()).isEqualTo(200);
  }

  @Test
  void a_patch_changes_what_it_names_and_leaves_the_rest() {
    String id = create(SUBSCRIPTION).at("/id");
    api.pass(1_000);
    JsonResponse patched =
        api.call(
            "PATCH",
            PATH + "/" + id,
            manager,
            "{\"authToken\": \"0123456789\", \"version\": \"v1\", \"description\": \"new\"}");

    assertThat(patched.status()).isEqualTo(200);
    assertThat(patched.at("/authToken")).isEqualTo("****6789");
    assertThat(patched.at("/objCode")).isEqualTo("PROJ");
    assertThat(patched.at("/modifiedAt")).isEqualTo("2026-11-15T10:00:01Z");
    assertThat(patched.at("/versionSwitchedAt")).isEqualTo("2026-11-15T10:00:01Z");
    assertThat(get(id).at("/description")).isEqualTo("new");
  }

  @Test
  void a_new_url_creates_a_new_endpoint_with_its_own_secret() {
    JsonResponse made = create(SUBSCRIPTION);
    JsonResponse moved =
        api.call("PATCH", PATH + "/" + made.at("/id"), manager, "{\"url\": \"https://b.example\"}");

    assertThat(moved.at("/endpointId")).isNotEqualTo(made.at("/endpointId"));
    assertThat(moved.at("/signingSecret")).startsWith("whsec_");
    assertThat(moved.at("/signingSecret")).isNotEqualTo(made.at("/signingSecret"));
  }

  @Test
  void an_empty_patch_changes_nothing() {
    JsonResponse made = create(SUBSCRIPTION);
    api.pass(1_000);
    JsonResponse patched = api.call("PATCH", PATH + "/" + made.at("/id"), manager, "{}");

    assertThat(patched.status()).isEqualTo(200);
    assertThat(patched.at("/modifiedAt")).isEqualTo(made.at("/modifiedAt"));
  }

  @Test
  void a_bad_patch_names_each_field_and_changes_nothing() {
    String id = create(SUBSCRIPTION).at("/id");
    JsonResponse bad =
        api.call(
            "PATCH", PATH + "/" + id, manager, "{\"version\": \"v9\", \"url\": null, \"x\": 1}");
    JsonResponse misfit =
        api.call(
            "PATCH",
            PATH + "/" + id,
            manager,
            """
            {"eventType": "CREATE",
             "filters": [{"fieldName": "a", "fieldValue": 1, "state": "oldState"}]}\
            """);

    assertThat(bad.pointers()).containsExactlyInAnyOrder("/version", "/url", "/x");
    assertThat(misfit.status()).isEqualTo(400);
    assertThat(misfit.pointers()).containsExactly("/filters/0/state");
    assertThat(get(id).at("/eventType")).isEqualTo("UPDATE");
  }

  @Test
  void a_patch_that_loses_a_race_is_applied_to_the_new_state() {
    String id = create(SUBSCRIPTION).at("/id");
    api.engine.before.add(
        () -> api.call("PATCH", PATH + "/" + id, manager, "{\"description\": \"theirs\"}"));
    JsonResponse patched = api.call("PATCH", PATH + "/" + id, manager, "{\"version\": \"v1\"}");

    assertThat(patched.status()).isEqualTo(200);
    assertThat(patched.at("/version")).isEqualTo("v1");
    assertThat(patched.at("/description")).isEqualTo("theirs");
  }

  @Test
  void a_patch_that_loses_every_race_is_a_409() {
    String id = create(SUBSCRIPTION).at("/id");
    for (int i = 0; i < 5; i++) {
      String theirs = "{\"description\": \"" + i + "\"}";
      api.engine.before.add(() -> api.call("PATCH", PATH + "/" + id, manager, theirs));
      api.engine.before.add(() -> {}); // the other caller's command is not intercepted
    }
    JsonResponse patched = api.call("PATCH", PATH + "/" + id, manager, "{\"version\": \"v1\"}");

    assertThat(patched.status()).isEqualTo(409);
    assertThat(get(id).at("/version")).isEqualTo("v2");
  }

  @Test
  void a_deleted_subscription_is_gone() {
    String id = create(SUBSCRIPTION).at("/id");
    JsonResponse deleted = api.call("DELETE", PATH + "/" + id, manager, null);

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(get(id).status()).isEqualTo(404);
    assertThat(api.call("DELETE", PATH + "/" + id, manager, null).status()).isEqualTo(404);
    assertThat(api.call("PATCH", PATH + "/" + id, manager, "{}").status()).isEqualTo(404);
  }

  @Test
  void another_customers_subscription_is_a_404() {
    String id = create(SUBSCRIPTION).at("/id");
    String otherCustomer = api.key(Role.MANAGER, "other");

    assertThat(api.call("GET", PATH + "/" + id, otherCustomer, null).status()).isEqualTo(404);
    assertThat(api.call("PATCH", PATH + "/" + id, otherCustomer, "{}").status()).isEqualTo(404);
    assertThat(api.call("DELETE", PATH + "/" + id, otherCustomer, null).status()).isEqualTo(404);
    assertThat(api.call("POST", PATH + "/" + id + "/test", otherCustomer, null).status())
        .isEqualTo(404);
    assertThat(api.call("GET", PATH, otherCustomer, null).size("/data")).isZero();
    assertThat(get(id).status()).isEqualTo(200);
  }

  @Test
  void a_malformed_id_is_a_404() {
    assertThat(get("nonsense").status()).isEqualTo(404);
    assertThat(get("sub_00000000000000000000000000").status()).isEqualTo(404);
  }

  @Test
  void viewers_read_and_producers_do_not_and_neither_changes() {
    String id = create(SUBSCRIPTION).at("/id");
    String producer = api.key(Role.PRODUCER, "acme");

    for (String key : List.of(viewer, producer)) {
      assertThat(api.call("POST", PATH, key, SUBSCRIPTION).status()).isEqualTo(403);
      assertThat(api.call("PATCH", PATH + "/" + id, key, "{}").status()).isEqualTo(403);
      assertThat(api.call("DELETE", PATH + "/" + id, key, null).status()).isEqualTo(403);
      assertThat(api.call("POST", PATH + "/" + id + "/test", key, null).status()).isEqualTo(403);
    }
    assertThat(api.call("GET", PATH, viewer, null).status()).isEqualTo(200);
    assertThat(api.call("GET", PATH, producer, null).status()).isEqualTo(403);
    assertThat(api.call("GET", PATH + "/" + id, producer, null).status()).isEqualTo(403);
    assertThat(api.call("GET", PATH, "", null).status()).isEqualTo(401);
    assertThat(api.call("GET", PATH, "phk_unknown", null).status()).isEqualTo(401);
  }

  @Test
  void a_key_for_all_customers_needs_the_customer_header() {
    String admin = api.key(Role.ADMIN, null);
    JsonResponse made = api.call("POST", PATH, admin, SUBSCRIPTION, "X-Customer-Id", "other");

    assertThat(made.at("/customerId")).isEqualTo("other");
    assertThat(made.at("/signingSecret")).startsWith("whsec_");
    assertThat(api.call("POST", PATH, admin, SUBSCRIPTION).status()).isEqualTo(404); // no default
    assertThat(api.call("POST", PATH, admin, SUBSCRIPTION, "X-Customer-Id", "unknown").status())
        .isEqualTo(404);
  }

  @Test
  void pages_show_each_once_while_others_are_created_and_deleted() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(create(subscription(i)).at("/id"));
      api.pass(1);
    }
    JsonResponse first = api.call("GET", PATH + "?limit=2", viewer, null);
    api.call("DELETE", PATH + "/" + ids.get(1), manager, null); // the one that the cursor names
    String late = create(subscription(9)).at("/id");
    JsonResponse second =
        api.call("GET", PATH + "?limit=2&cursor=" + first.at("/nextCursor"), viewer, null);
    JsonResponse third =
        api.call("GET", PATH + "?limit=2&cursor=" + second.at("/nextCursor"), viewer, null);

    assertThat(first.each("/data", "id")).containsExactly(ids.get(0), ids.get(1));
    assertThat(second.each("/data", "id")).containsExactly(ids.get(2), ids.get(3));
    assertThat(third.each("/data", "id")).containsExactly(ids.get(4), late);
    assertThat(third.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void a_bad_cursor_or_limit_is_a_400_that_names_it() {
    for (String cursor : List.of("x", "!!", "AAAA", "ZQAAAAAAAAAAAAAAAAAAAAA")) {
      JsonResponse bad = api.call("GET", PATH + "?cursor=" + cursor, viewer, null);
      assertThat(bad.status()).as(cursor).isEqualTo(400);
      assertThat(bad.pointers()).containsExactly("cursor");
    }
    assertThat(api.call("GET", PATH + "?limit=0", viewer, null).pointers())
        .containsExactly("limit");
    assertThat(api.call("GET", PATH + "?limit=1001", viewer, null).status()).isEqualTo(400);
  }

  @Test
  void every_change_is_audited_without_secrets() {
    String id =
        create(
                """
                {"objCode": "P", "eventType": "*", "url": "https://a.example/?key=hidden",
                 "authToken": "topsecrettoken"}\
                """)
            .at("/id");
    api.call("PATCH", PATH + "/" + id, manager, "{\"description\": \"d\"}");
    api.call("DELETE", PATH + "/" + id, manager, null);

    List<AuditEntry> audit =
        api.engine.reads().audit(AuditPage.Selection.ALL, null, 10).value().lines().stream()
            .map(AuditPage.Line::entry)
            .toList();
    assertThat(audit)
        .extracting(AuditEntry::action)
        .containsExactly("subscription.delete", "subscription.change", "subscription.create");
    assertThat(audit).extracting(AuditEntry::target).containsOnly(id);
    assertThat(audit.toString()).doesNotContain("hidden", "topsecrettoken");
  }

  @Test
  void subscriptions_are_searched_by_description_url_codes_and_id() {
    create(
        """
        {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://one.example/Hook",
         "description": "Finished projects"}\
        """);
    String second =
        create(
                """
                {"objCode": "TASK", "eventType": "CREATE", "url": "https://two.example/",
                 "objId": "task-9"}\
                """)
            .at("/id");

    assertThat(search("finished")).containsExactly("PROJ");
    assertThat(search("one.EXAMPLE/hook")).containsExactly("PROJ");
    assertThat(search("task.create")).containsExactly("TASK");
    assertThat(search("task-9")).containsExactly("TASK");
    assertThat(search(second)).containsExactly("TASK");
    assertThat(search("example")).containsExactlyInAnyOrder("PROJ", "TASK");
    assertThat(search("nothing")).isEmpty();
  }

  private List<String> search(String text) {
    return api.call("GET", PATH + "?q=" + text, viewer, null).each("/data", "objCode");
  }
}
