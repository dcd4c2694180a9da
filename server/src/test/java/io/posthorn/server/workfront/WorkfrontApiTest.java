package io.posthorn.server.workfront;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import io.posthorn.server.api.subscription.SubscriptionService.TargetCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkfrontApiTest {
  private static final String PATH = "/attask/eventsubscription/api/v1/subscriptions";

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

  private JsonResponse create(int number) {
    api.pass(1);
    return create(
        """
        {"objCode": "TASK", "eventType": "CREATE", "url": "https://example.com/%d"}\
        """
            .formatted(number));
  }

  @Test
  void a_duplicate_that_differs_only_in_its_token_is_created() {
    String draft =
        "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"url\":\"https://a.example/\"%s}";
    String first = create(draft.formatted(",\"authToken\":\"one-token-1\"")).at("/id");

    JsonResponse duplicate = create(draft.formatted(",\"authToken\":\"two-token-2\""));
    JsonResponse without = create(draft.formatted(""));
    JsonResponse again = create(draft.formatted(",\"authToken\":\"one-token-1\""));
    JsonResponse againWithout = create(draft.formatted(""));
    JsonResponse elsewhere =
        api.call("POST", "/api/v1/subscriptions", manager, draft.formatted(""));

    assertThat(duplicate.status()).isEqualTo(201);
    assertThat(without.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.at("/code")).isEqualTo("subscription_exists");
    assertThat(again.at("/detail"))
        .isEqualTo("Subscription " + first + " is identical: same events, filters, URL and token.");
    assertThat(again.body()).doesNotContain("one-token-1");
    assertThat(againWithout.status()).isEqualTo(409);
    assertThat(elsewhere.status())
        .isEqualTo(409); // only the Workfront-compatible API distinguishes tokens
    assertThat(api.call("GET", PATH + "/list", viewer, null).size("")).isEqualTo(3);
  }

  @Test
  void a_duplicate_can_be_changed_and_deleted_like_any_other() {
    String draft =
        "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"url\":\"https://a.example/\"%s}";
    create(draft.formatted(",\"authToken\":\"one-token-1\""));
    String duplicate = create(draft.formatted(",\"authToken\":\"two-token-2\"")).at("/id");

    JsonResponse switched =
        api.call("PUT", PATH + "/" + duplicate + "/version", manager, "{\"version\":\"v1\"}");
    JsonResponse described =
        api.call(
            "PATCH", "/api/v1/subscriptions/" + duplicate, manager, "{\"description\":\"new\"}");

    assertThat(switched.status()).isEqualTo(200);
    assertThat(described.status()).isEqualTo(200);
    assertThat(api.call("DELETE", PATH + "/" + duplicate, manager, null).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"  \"", "\"false\"", "false", "null"})
  void blank_base64Encoding_counts_as_false(String value) {
    JsonResponse made =
        create(
            "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"https://a.example/\","
                + "\"base64Encoding\":%s}".formatted(value));

    assertThat(made.status()).isEqualTo(201);
    assertThat(get(made.at("/id")).at("/base64Encoding")).isEqualTo("false");
  }

  @Test
  void authorization_with_the_key_alone_works_here_and_nowhere_else() {
    JsonResponse here = api.call("GET", PATH, "", null, "Authorization", viewer);
    JsonResponse basic = api.call("GET", PATH, "", null, "Authorization", "Basic " + viewer);
    JsonResponse elsewhere =
        api.call("GET", "/api/v1/subscriptions", "", null, "Authorization", viewer);

    assertThat(here.status()).isEqualTo(200);
    assertThat(basic.status()).isEqualTo(401);
    assertThat(elsewhere.status()).isEqualTo(401);
  }

  @Test
  void enable_enables_the_endpoint_of_its_url() {
    String id = create(1).at("/id");
    api.call("POST", "/api/v1/events", manager, "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\"}");
    api.respondToAll(500); // one failure freezes an endpoint here
    assertThat(get(id).at("/subscription_url/frozen_at")).isNotEqualTo("null");

    JsonResponse enabled = api.call("PUT", PATH + "/" + id + "/enable", manager, null);

    assertThat(enabled.status()).isEqualTo(200);
    assertThat(enabled.at("/id")).isEqualTo(id);
    assertThat(enabled.at("/subscription_url/frozen_at")).isEqualTo("null");
    assertThat(api.call("PUT", PATH + "/sub_1/enable", manager, null).status()).isEqualTo(404);
    assertThat(api.call("PUT", PATH + "/" + id + "/enable", viewer, null).status()).isEqualTo(403);
  }

  private JsonResponse get(String id) {
    return api.call("GET", PATH + "/" + id, viewer, null);
  }

  @Test
  void a_subscription_in_workfronts_format_returns_201_id_version_and_location() {
    JsonResponse made =
        create(
            """
            {"objCode": "PROJ", "objId": "", "eventType": "UPDATE", "url": "https://example.com/wf",
             "authToken": "authTokenWorkfrontRocks1234_", "base64Encoding": "true",
             "filters": [
               {"fieldName": "percentComplete", "fieldValue": "100", "state": "newState",
                "comparison": "lt"},
               {"type": "group", "connector": "OR", "filters": [
                 {"fieldName": "status", "fieldValue": "CUR", "comparison": "eq"},
                 {"fieldName": "name", "fieldValue": "", "comparison": "changed"}]}],
             "filterConnector": "AND"}\
            """);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.names("")).containsExactly("id", "version");
    assertThat(made.at("/version")).isEqualTo("v2");
    assertThat(made.header("Location")).contains(PATH + "/" + made.at("/id"));
  }

  @Test
  void a_subscription_is_shown_with_workfronts_names() {
    String id =
        create(
                """
                {"objCode": "PROJ", "objId": "p1", "eventType": "UPDATE",
                 "url": "https://example.com/wf", "authToken": "authTokenWorkfrontRocks1234_",
                 "base64Encoding": true,
                 "filters": [{"fieldName": "status", "fieldValue": "CUR"}]}\
                """)
            .at("/id");
    JsonResponse shown = get(id);

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.names(""))
        .containsExactly(
            "id",
            "date_created",
            "date_modified",
            "version",
            "dateVersionUpdated",
            "customerId",
            "objId",
            "objCode",
            "url",
            "eventType",
            "authToken",
            "filters",
            "filterConnector",
            "base64Encoding",
            "subscription_url");
    assertThat(shown.names("/subscription_url"))
        .containsExactly(
            "url", "date_created", "successes", "failures", "disabled_at", "frozen_at");
    assertThat(shown.at("/id")).isEqualTo(id);
    assertThat(shown.at("/date_created")).isEqualTo("2026-11-15T10:00:00.000000");
    assertThat(shown.at("/dateVersionUpdated")).isEqualTo("null");
    assertThat(shown.at("/customerId")).isEqualTo("acme");
    assertThat(shown.at("/objId")).isEqualTo("p1");
    assertThat(shown.at("/authToken")).isEqualTo("****234_");
    assertThat(shown.at("/base64Encoding")).isEqualTo("true");
    assertThat(shown.at("/filters/0/fieldName")).isEqualTo("status");
    assertThat(shown.at("/filterConnector")).isEqualTo("AND");
    assertThat(shown.body()).doesNotContain("whsec_", "authTokenWorkfrontRocks");
  }

  @Test
  void the_subscription_url_has_the_health_of_its_endpoint() {
    String id = create(1).at("/id");
    String event = "{\"objCode\": \"TASK\", \"eventType\": \"CREATE\"}";
    api.call("POST", "/api/v1/events", manager, event);
    api.respondToAll(200);
    api.call("POST", "/api/v1/events", manager, event);
    api.pass(250);
    api.respondToAll(500);
    JsonResponse shown = get(id);

    assertThat(shown.at("/subscription_url/url")).isEqualTo("https://example.com/1");
    assertThat(shown.at("/subscription_url/successes")).isEqualTo("1");
    assertThat(shown.at("/subscription_url/failures")).isEqualTo("1");
    assertThat(shown.at("/subscription_url/frozen_at")).isEqualTo("2026-11-15T10:00:00.251000");
    assertThat(shown.at("/subscription_url/disabled_at")).isEqualTo("null");
  }

  @Test
  void both_dialects_show_the_same_subscriptions() {
    String id = create(1).at("/id");
    JsonResponse ours = api.call("GET", "/api/v1/subscriptions/" + id, viewer, null);

    assertThat(ours.at("/objCode")).isEqualTo("TASK");
    assertThat(ours.at("/format")).isEqualTo("workfront");
    assertThat(ours.at("/objId")).isEqualTo("null");
  }

  @Test
  void an_empty_or_null_object_id_means_all_objects() {
    for (String objId : List.of("\"\"", "null")) {
      String id =
          create(
                  """
                  {"objCode": "A%d", "objId": %s, "eventType": "SHARE", "url": "https://a.example",
                   "base64Encoding": "false"}\
                  """
                      .formatted(objId.length(), objId))
              .at("/id");
      assertThat(get(id).at("/objId")).isEqualTo("null");
      assertThat(get(id).at("/base64Encoding")).isEqualTo("false");
    }
  }

  @Test
  void bad_fields_are_a_400_with_pointers_and_an_identical_one_is_a_409() {
    JsonResponse bad =
        create(
            """
            {"objCode": "PROJ", "url": "nowhere", "base64Encoding": "yes",
             "filters": [{"fieldName": "a", "comparison": "eq"}]}\
            """);
    JsonResponse unknown =
        create(
            """
            {"objCode": "P", "eventType": "X", "url": "https://a.example", "format": "raw"}\
            """);
    create(1);

    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.pointers())
        .containsExactlyInAnyOrder(
            "/eventType", "/url", "/base64Encoding", "/filters/0/fieldValue");
    assertThat(unknown.pointers()).containsExactly("/format");
    assertThat(create("[]").status()).isEqualTo(400);
    assertThat(create(1).status()).isEqualTo(409);
    api.targetVerdict = TargetCheck.Verdict.refused("No.");
    assertThat(create(2).pointers()).containsExactly("/url");
  }

  @Test
  void pages_are_counted_from_1_and_described_in_meta() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(create(i).at("/id"));
    }
    JsonResponse second = api.call("GET", PATH + "?page=2&limit=2", viewer, null);
    create(9);
    JsonResponse third = api.call("GET", PATH + "?page=3&limit=2", viewer, null);
    JsonResponse usual = api.call("GET", PATH, viewer, null);

    assertThat(second.names("")).containsExactly("subscriptions", "meta");
    assertThat(second.names("/meta")).containsExactly("page", "page_count", "limit", "total_count");
    assertThat(second.each("/subscriptions", "id")).containsExactly(ids.get(2), ids.get(3));
    assertThat(second.at("/meta/page")).isEqualTo("2");
    assertThat(second.at("/meta/page_count")).isEqualTo("3");
    assertThat(second.at("/meta/limit")).isEqualTo("2");
    assertThat(second.at("/meta/total_count")).isEqualTo("5");
    assertThat(second.has("/subscriptions/0/subscription_url")).isTrue();
    assertThat(third.at("/subscriptions/0/id")).isEqualTo(ids.get(4));
    assertThat(usual.at("/meta/page")).isEqualTo("1");
    assertThat(usual.at("/meta/limit")).isEqualTo("100");
    assertThat(usual.size("/subscriptions")).isEqualTo(6);
  }

  @Test
  void a_page_after_the_last_is_empty_and_an_invalid_number_is_a_400() {
    create(1);

    assertThat(api.call("GET", PATH + "?page=2147483647", viewer, null).size("/subscriptions"))
        .isZero();
    assertThat(api.call("GET", PATH, api.key(Role.VIEWER, "other"), null).at("/meta/page_count"))
        .isEqualTo("0");
    assertThat(api.call("GET", PATH + "?page=0", viewer, null).pointers()).containsExactly("page");
    assertThat(api.call("GET", PATH + "?page=x", viewer, null).status()).isEqualTo(400);
    assertThat(api.call("GET", PATH + "?limit=1000", viewer, null).status()).isEqualTo(200);
    assertThat(api.call("GET", PATH + "?limit=1001", viewer, null).pointers())
        .containsExactly("limit");
  }

  @Test
  void the_list_is_a_bare_array() {
    String id = create(1).at("/id");
    JsonResponse list = api.call("GET", PATH + "/list", viewer, null);

    assertThat(list.size("")).isEqualTo(1);
    assertThat(list.names("/0"))
        .containsExactly(
            "id", "customer_id", "obj_id", "obj_code", "url", "event_type", "auth_token");
    assertThat(list.at("/0/id")).isEqualTo(id);
    assertThat(list.at("/0/customer_id")).isEqualTo("acme");
    assertThat(list.at("/0/obj_code")).isEqualTo("TASK");
    assertThat(list.at("/0/event_type")).isEqualTo("CREATE");
    assertThat(list.at("/0/auth_token")).isEqualTo("null");
  }

  @Test
  void a_delete_returns_200_without_a_body() {
    String id = create(1).at("/id");
    JsonResponse deleted = api.call("DELETE", PATH + "/" + id, manager, null);

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.body()).isEmpty();
    assertThat(get(id).status()).isEqualTo(404);
    assertThat(api.call("DELETE", PATH + "/" + id, manager, null).status()).isEqualTo(404);
  }

  @Test
  void another_customers_subscription_is_a_404() {
    String id = create(1).at("/id");
    String otherCustomer = api.key(Role.MANAGER, "other");

    assertThat(api.call("GET", PATH + "/" + id, otherCustomer, null).status()).isEqualTo(404);
    assertThat(api.call("DELETE", PATH + "/" + id, otherCustomer, null).status()).isEqualTo(404);
    assertThat(api.call("GET", PATH + "/list", otherCustomer, null).size("")).isZero();
    assertThat(get(id).status()).isEqualTo(200);
  }

  @Test
  void viewers_only_read_and_a_key_can_be_sent_as_session_id() {
    String id = create(1).at("/id");

    assertThat(api.call("POST", PATH, viewer, "{}").status()).isEqualTo(403);
    assertThat(api.call("DELETE", PATH + "/" + id, viewer, null).status()).isEqualTo(403);
    assertThat(api.call("PUT", PATH + "/version", viewer, "{}").status()).isEqualTo(403);
    assertThat(api.call("PUT", PATH + "/" + id + "/version", viewer, "{}").status()).isEqualTo(403);
    assertThat(api.call("GET", PATH, "", null).status()).isEqualTo(401);
    assertThat(api.call("GET", PATH, "", null, "sessionID", viewer).status()).isEqualTo(200);
    assertThat(api.call("GET", PATH, "", null, "apiKey", viewer).status()).isEqualTo(200);
  }
}
