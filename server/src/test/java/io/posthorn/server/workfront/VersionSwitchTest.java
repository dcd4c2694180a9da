package io.posthorn.server.workfront;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class VersionSwitchTest {
  private static final String PATH = "/attask/eventsubscription/api/v1/subscriptions";

  private final LiveApi api = new LiveApi().with("acme", "other");
  private final String manager = api.key(Role.MANAGER, "acme");
  private String one = "";
  private String two = "";

  @BeforeEach
  void subscribe() {
    one = create("A");
    two = create("B");
    api.pass(1_000);
  }

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private String create(String objCode) {
    api.pass(1);
    return api.call(
            "POST",
            PATH,
            manager,
            """
            {"objCode": "%s", "eventType": "UPDATE", "url": "https://example.com"}\
            """
                .formatted(objCode))
        .at("/id");
  }

  private JsonResponse put(String path, String body) {
    return api.call("PUT", PATH + path, manager, body);
  }

  private String version(String id) {
    return api.call("GET", PATH + "/" + id, manager, null).at("/version");
  }

  @Test
  void one_subscription_is_switched_and_returns_id_and_version() {
    JsonResponse response = put("/" + one + "/version", "{\"version\": \"v1\"}");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.names("")).containsExactly("id", "version");
    assertThat(response.at("/id")).isEqualTo(one);
    assertThat(response.at("/version")).isEqualTo("v1");
    assertThat(version(one)).isEqualTo("v1");
    assertThat(version(two)).isEqualTo("v2");
    assertThat(api.call("GET", PATH + "/" + one, manager, null).at("/dateVersionUpdated"))
        .isEqualTo("2026-11-15T10:00:01.002000");
  }

  @Test
  void the_version_it_has_already_changes_nothing() {
    JsonResponse response = put("/" + one + "/version", "{\"version\": \"v2\"}");

    assertThat(response.at("/version")).isEqualTo("v2");
    assertThat(api.call("GET", PATH + "/" + one, manager, null).at("/dateVersionUpdated"))
        .isEqualTo("null");
  }

  @Test
  void some_are_switched_each_once_in_their_order() {
    JsonResponse response =
        put(
            "/version",
            "{\"subscriptionIds\": [\"%s\", \"%s\", \"%s\"], \"version\": \"v1\"}"
                .formatted(two, one, two));

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.names("")).containsExactly("subscription_ids", "version");
    assertThat(response.at("/subscription_ids")).isEqualTo("[\"%s\",\"%s\"]".formatted(two, one));
    assertThat(response.at("/version")).isEqualTo("v1");
    assertThat(version(one)).isEqualTo("v1");
    assertThat(version(two)).isEqualTo("v1");
  }

  @Test
  void all_of_the_customer_are_switched() {
    JsonResponse response =
        put("/version", "{\"allCustomerSubscriptions\": true, \"version\": \"v1\"}");

    assertThat(response.at("/subscription_ids")).isEqualTo("[\"%s\",\"%s\"]".formatted(one, two));
    assertThat(version(one)).isEqualTo("v1");
    assertThat(version(two)).isEqualTo("v1");
  }

  @Test
  void one_that_is_deleted_meanwhile_does_not_fail_the_switch_of_many() {
    put("/" + one + "/version", "{\"version\": \"v1\"}");
    api.engine.before.add(() -> api.call("DELETE", PATH + "/" + two, manager, null));

    JsonResponse response =
        put("/version", "{\"allCustomerSubscriptions\": true, \"version\": \"v1\"}");

    assertThat(response.status()).as(response.body()).isEqualTo(200);
    assertThat(version(one)).isEqualTo("v1");
    assertThat(api.call("GET", PATH + "/" + two, manager, null).status()).isEqualTo(404);
  }

  @Test
  void an_unknown_id_among_many_is_a_404_and_none_is_switched() {
    JsonResponse response =
        put(
            "/version",
            "{\"subscriptionIds\": [\"%s\", \"nonsense\"], \"version\": \"v1\"}".formatted(one));

    assertThat(response.status()).isEqualTo(404);
    assertThat(version(one)).isEqualTo("v2");
  }

  @Test
  void another_customers_subscription_is_a_404() {
    String otherCustomer = api.key(Role.MANAGER, "other");
    String many = "{\"subscriptionIds\": [\"%s\"], \"version\": \"v1\"}".formatted(one);

    assertThat(
            api.call("PUT", PATH + "/" + one + "/version", otherCustomer, "{\"version\": \"v1\"}")
                .status())
        .isEqualTo(404);
    assertThat(api.call("PUT", PATH + "/version", otherCustomer, many).status()).isEqualTo(404);
    assertThat(version(one)).isEqualTo("v2");
  }

  @Test
  void bad_bodies_are_a_400_with_pointers() {
    String single = "/" + one + "/version";

    assertThat(put(single, "{\"version\": \"v3\"}").pointers()).containsExactly("/version");
    assertThat(put(single, "{}").pointers()).containsExactly("/version");
    assertThat(put(single, "{\"version\": \"v1\", \"x\": 1}").pointers()).containsExactly("/x");
    assertThat(put(single, "").status()).isEqualTo(400);
    assertThat(put(single, "{\"version\": \"v1\"} {\"version\": \"v1\"}").status()).isEqualTo(400);
    assertThat(put(single, "{\"version\": \"v1\"").status()).isEqualTo(400);
    assertThat(put(single, "{\"version\": " + "9".repeat(2_000) + "}").status()).isEqualTo(400);
    assertThat(
            put(single, "{\"x\": " + "[".repeat(65) + "]".repeat(65) + "}").at("/errors/0/detail"))
        .contains("64 levels");
    assertThat(put(single, "{\"version\": \"v1\", \"version\": \"v1\"}").status()).isEqualTo(400);
    assertThat(put("/version", "{\"version\": \"v1\"}").pointers())
        .containsExactly("/subscriptionIds");
    assertThat(
            put(
                    "/version",
                    """
                    {"version": "v1", "subscriptionIds": ["a"], "allCustomerSubscriptions": true}\
                    """)
                .pointers())
        .containsExactly("/subscriptionIds");
    assertThat(put("/version", "{\"version\": \"v1\", \"subscriptionIds\": []}").pointers())
        .containsExactly("/subscriptionIds");
    assertThat(put("/version", "{\"version\": \"v1\", \"subscriptionIds\": [7]}").pointers())
        .containsExactly("/subscriptionIds");
    assertThat(put("/version", "{\"allCustomerSubscriptions\": true}").pointers())
        .containsExactly("/version");
    assertThat(version(one)).isEqualTo("v2");
  }

  @Test
  void a_failure_says_how_many_subscriptions_have_switched() {
    String rest = "3 of 4 subscriptions have version v1 now; repeat the call to switch the others.";
    RuntimeException moving =
        Problem.of(ErrorCode.CONCURRENT_CHANGE, "The subscription is being moved.").asException();
    RuntimeException full =
        new CompletionException(
            new RefusedException(Refusal.INTAKE_FULL, "Full.", Duration.ofSeconds(2)));

    assertThat(VersionSwitch.failure(moving, rest))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().status()).isEqualTo(409);
              assertThat(e.problem().detail())
                  .isEqualTo("The subscription is being moved. " + rest);
            });
    assertThat(VersionSwitch.failure(full, rest))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL);
              assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(2));
              assertThat(e.detail()).isEqualTo("Full. " + rest);
            });
  }
}
