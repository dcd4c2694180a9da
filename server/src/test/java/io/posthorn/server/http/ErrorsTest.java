package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of an error: a code for programs, and the first mistake in full for users. */
final class ErrorsTest {
  private static final String SUBSCRIPTIONS = "/api/v1/subscriptions";
  private static final String WORKFRONT = "/attask/eventsubscription/api/v1/subscriptions";
  private static final String DRAFT =
      "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"https://a.example/\"}";

  private final LiveApi api = new LiveApi().with("default");
  private final String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET    | /api/v1/subscriptions/sub_1    | 404 | not_found          | No subscription sub_1"
            + " for this customer.",
        "GET    | /api/v1/events/evt_1           | 404 | not_found          | No event evt_1 for"
            + " this customer.",
        "DELETE | /api/v1/subscriptions/sub_1    | 404 | not_found          | No subscription sub_1"
            + " for this customer.",
        "GET    | /api/v1/nothing                | 404 | unknown_path       | No such path; see"
            + " /api/v1/openapi.yaml for all calls.",
        "PUT    | /api/v1/subscriptions          | 405 | method_not_allowed | Method not allowed;"
            + " use GET, HEAD, POST.",
        "GET    | /api/v1/subscriptions?limit=no | 400 | invalid_request    | limit must be a whole"
            + " number from 1 to 1000; got \"no\".",
      })
  void an_error_has_a_code_and_names_what_it_is_about(
      String method, String path, int status, String code, String detail) {
    JsonResponse response = api.call(method, path, key, null);

    assertThat(response.status()).isEqualTo(status);
    assertThat(response.at("/code")).isEqualTo(code);
    assertThat(response.at("/detail")).isEqualTo(detail);
  }

  @Test
  void a_404_names_thing_and_id_up_to_the_longest_event_id() {
    String longest = "e".repeat(128);

    JsonResponse named = api.call("GET", "/api/v1/events/" + longest, key, null);
    JsonResponse beyond = api.call("GET", "/api/v1/events/" + longest + "e", key, null);

    assertThat(named.at("/detail")).isEqualTo("No event " + longest + " for this customer.");
    assertThat(beyond.at("/detail")).isEqualTo("No event with this id for this customer.");
  }

  @Test
  void without_a_key_401_says_which_scheme_to_use() {
    JsonResponse response = api.call("GET", SUBSCRIPTIONS, "", null);

    assertThat(response.status()).isEqualTo(401);
    assertThat(response.header("WWW-Authenticate")).contains("Bearer realm=\"posthorn\"");
    assertThat(response.at("/code")).isEqualTo("unauthorized");
  }

  @Test
  void the_detail_says_the_first_error_in_full_with_its_field() {
    JsonResponse draft = api.call("POST", SUBSCRIPTIONS, key, "{\"objCode\":\"1x\"}");
    JsonResponse events =
        api.call(
            "POST",
            "/api/v1/events",
            key,
            "[{\"objCode\":\"A\",\"eventType\":\"B\"},{\"eventType\":\"B\"}]");

    assertThat(draft.at("/detail"))
        .isEqualTo(
            "/objCode: A code is a letter and up to 63 more letters, digits, dots, hyphens or"
                + " underscores; * alone matches all codes; got \"1x\". (2 more errors)");
    assertThat(draft.size("/errors")).isEqualTo(3);
    assertThat(events.at("/detail"))
        .isEqualTo("/1/objCode: objCode is missing; every event needs it.");
  }

  @Test
  void a_409_for_an_identical_subscription_names_its_id() {
    String id = api.call("POST", SUBSCRIPTIONS, key, DRAFT).at("/id");
    String other = api.call("POST", SUBSCRIPTIONS, key, DRAFT.replace("TASK", "OTHER")).at("/id");

    JsonResponse again = api.call("POST", SUBSCRIPTIONS, key, DRAFT);
    JsonResponse changed =
        api.call("PATCH", SUBSCRIPTIONS + "/" + other, key, "{\"objCode\":\"TASK\"}");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.at("/code")).isEqualTo("subscription_exists");
    assertThat(again.at("/detail"))
        .isEqualTo("Subscription " + id + " is identical: same events, filters and URL.");
    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.at("/detail")).contains(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"٣", "１", "+1", "1.0", "1e1", " 1", "0x1", "-1", "99999999999999999999"})
  void numbers_take_ascii_digits_only(String number) {
    String query = URLEncoder.encode(number, StandardCharsets.UTF_8);

    JsonResponse limit = api.call("GET", SUBSCRIPTIONS + "?limit=" + query, key, null);
    JsonResponse page = api.call("GET", WORKFRONT + "?page=" + query, key, null);

    assertThat(limit.status()).isEqualTo(400);
    assertThat(limit.pointers()).containsExactly("limit");
    assertThat(page.status()).isEqualTo(400);
    assertThat(page.pointers()).containsExactly("page");
  }

  @Test
  void a_wrong_value_is_echoed_short_and_escaped() {
    String long40 = "x".repeat(200);

    JsonResponse cut = api.call("GET", SUBSCRIPTIONS + "?limit=" + long40, key, null);
    JsonResponse escaped = api.call("GET", SUBSCRIPTIONS + "?limit=%22%0A%E2%80%AE", key, null);

    assertThat(cut.at("/detail")).endsWith("; got \"" + "x".repeat(60) + "…\".");
    assertThat(escaped.at("/detail")).endsWith("; got \"\\\"\\u000a\\u202e\".");
  }

  @Test
  void secrets_headers_and_tokens_of_a_wrong_type_are_not_echoed_either() {
    JsonResponse token =
        api.call("POST", SUBSCRIPTIONS, key, DRAFT.replace("}", ",\"authToken\":471147}"));

    assertThat(token.status()).isEqualTo(400);
    assertThat(token.body()).doesNotContain("471147");
  }

  @Test
  void tokens_and_urls_are_never_echoed() {
    String secret = "s3cret-" + "y".repeat(300);

    JsonResponse token =
        api.call(
            "POST", SUBSCRIPTIONS, key, DRAFT.replace("}", ",\"authToken\":\"" + secret + "\"}"));
    JsonResponse url =
        api.call(
            "POST",
            SUBSCRIPTIONS,
            key,
            DRAFT.replace("https://a.example/", "ftp://a.example/?t=s3cret"));

    assertThat(token.status()).isEqualTo(400);
    assertThat(token.body()).doesNotContain("s3cret");
    assertThat(url.status()).isEqualTo(400);
    assertThat(url.body()).doesNotContain("s3cret");
  }
}
