package io.posthorn.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.client.NoAnswerException.Reason;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.request.EndpointFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Making calls: addresses, keys, errors and retries. */
final class PosthornClientTest {
  private static final String ENDPOINT = "{\"id\":\"ep_1\",\"status\":\"enabled\"}";
  private static final String BUSY = "{\"title\":\"Busy\",\"status\":503,\"detail\":\"Full.\"}";

  private final ScriptedApi server = new ScriptedApi();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_call_carries_the_key_and_the_customer() {
    server.answers(ENDPOINT).answers(ENDPOINT);

    try (PosthornClient client = server.client().customer("acme").build()) {
      client.endpoints().get("ep_1");
      client.forCustomer("other").endpoints().get("ep_1");
    }

    assertThat(server.calls())
        .containsExactly(
            new ScriptedApi.Call("GET /api/v1/endpoints/ep_1", "Bearer phk_1", "acme", ""),
            new ScriptedApi.Call("GET /api/v1/endpoints/ep_1", "Bearer phk_1", "other", ""));
  }

  @Test
  void an_id_is_no_way_to_another_call() {
    server.answers(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      client.endpoints().get("../keys?x=1 y");
    }

    assertThat(server.lines()).containsExactly("GET /api/v1/endpoints/..%2Fkeys%3Fx%3D1%20y");
  }

  @Test
  void fields_of_a_newer_server_are_ignored_and_unknown_values_kept_as_text() {
    server.answers("{\"id\":\"ep_1\",\"status\":\"melted\",\"colour\":\"red\"}");

    try (PosthornClient client = server.client().build()) {
      EndpointDetails endpoint = client.endpoints().get("ep_1");

      assertThat(endpoint.status()).isEqualTo(EndpointStatus.UNKNOWN);
      assertThat(endpoint.summary().statusName()).isEqualTo("melted");
      assertThat(endpoint.summary().url()).isEmpty();
      assertThat(endpoint.summary().frozenAt()).isNull();
      assertThat(endpoint.summary().waiting().first()).isZero();
      assertThat(endpoint.headers()).isEmpty();
      assertThat(endpoint.ruleDistance()).isEmpty();
    }
  }

  @Test
  void a_refusal_is_an_exception_with_status_and_fields() {
    server.answers(
        400,
        """
        {"type":"about:blank","title":"Bad request","status":400,"detail":"See the errors.",
         "code":"bad_request","errors":[{"pointer":"/url","detail":"url is missing."}]}
        """);

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.endpoints().get("ep_1"));

      assertThat(error.status()).isEqualTo(400);
      assertThat(error.code()).isEqualTo("bad_request");
      assertThat(error.title()).isEqualTo("Bad request");
      assertThat(error.detail()).isEqualTo("See the errors.");
      assertThat(error.errors())
          .containsExactly(new ApiErrorException.FieldError("/url", "url is missing."));
      assertThat(error)
          .hasMessage(
              "GET /api/v1/endpoints/ep_1 was answered 400 Bad request: See the errors."
                  + " [/url: url is missing.]");
    }
  }

  @Test
  void an_error_of_a_proxy_keeps_its_body() {
    server.answers(418, "<h1>teapot</h1>");

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.endpoints().get("ep_1"));

      assertThat(error.title()).isEmpty();
      assertThat(error.body()).isEqualTo("<h1>teapot</h1>");
    }
  }

  @Test
  void what_is_not_json_is_not_posthorn() {
    server.answers("<html>hello</html>");

    try (PosthornClient client = server.client().build()) {
      assertThat(reason(client)).isEqualTo(Reason.INVALID);
    }
  }

  @Test
  void json_of_another_form_is_said() {
    server.answers("{\"id\":\"ep_1\",\"createdAt\":\"yesterday\"}");

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(NoAnswerException.class)
          .hasMessageContaining("Unexpected response from");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void a_server_that_is_busy_is_asked_again(int status) {
    server.answers(status, BUSY).answers(status, BUSY).answers(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      assertThat(client.endpoints().get("ep_1").id()).isEqualTo("ep_1");
    }

    assertThat(server.slept).hasSize(2);
    assertThat(server.slept.getFirst()).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(server.slept.getLast()).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
  }

  @Test
  void retry_after_is_waited_for() {
    server.answers(503, BUSY, "7").answers(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      client.endpoints().get("ep_1");
    }

    assertThat(server.slept).containsExactly(Duration.ofSeconds(7));
  }

  @Test
  void a_server_that_asks_for_too_much_patience_is_an_error_at_once() {
    server.answers(503, BUSY, "3600");

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.endpoints().get("ep_1"));

      assertThat(error.retryAfter()).contains(Duration.ofHours(1));
    }
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  void tries_come_to_an_end() {
    for (int i = 0; i < 6; i++) {
      server.answers(503, BUSY);
    }

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(ApiErrorException.class);
    }
    assertThat(server.calls()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 409, 500, 507})
  void other_errors_are_not_tried_again(int status) {
    server.answers(status, BUSY);

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(ApiErrorException.class);
    }
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  void a_call_that_must_not_happen_twice_is_tried_again_only_where_nothing_was_done() {
    server.answers(429, BUSY).answers(503, BUSY);

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.status()).isEqualTo(503);
    }
    assertThat(server.calls()).hasSize(2);
  }

  @Test
  void a_broken_connection_is_tried_again_where_that_does_no_harm() {
    server.hangsUp().answers(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      assertThat(client.endpoints().enable("ep_1").id()).isEqualTo("ep_1");
    }
    assertThat(server.calls()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void a_broken_connection_is_an_error_where_trying_again_could_do_it_twice() {
    server.hangsUp().hangsUp().hangsUp();

    try (PosthornClient client = server.client().build()) {
      NoAnswerException error =
          catchThrowableOfType(NoAnswerException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.reason()).isEqualTo(Reason.CONNECTION_LOST);
    }
    assertThat(server.slept).isEmpty();
  }

  @Test
  void what_an_unanswered_try_may_have_deleted_is_deleted() {
    server.hangsUp().answers(404, "{}").answers(404, "{}");

    try (PosthornClient client = server.client().build()) {
      client.subscriptions().delete("sub_1");

      assertThatThrownBy(() -> client.subscriptions().delete("sub_2"))
          .isInstanceOf(ApiErrorException.class);
    }
  }

  @Test
  void a_server_that_is_not_there_is_tried_again_and_then_said() throws IOException {
    String nobody;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = "http://127.0.0.1:" + free.getLocalPort();
    }

    try (PosthornClient client = server.client().url(nobody).build()) {
      NoAnswerException error =
          catchThrowableOfType(NoAnswerException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.reason()).isEqualTo(Reason.NOT_REACHED);
      assertThat(error).hasMessage("Cannot connect to " + nobody + ".");
    }
    assertThat(server.slept).hasSize(4);
  }

  @Test
  void an_interrupt_ends_a_call_and_stays_set() {
    server.answers(503, BUSY);

    try (PosthornClient client =
        server
            .client()
            .sleep(
                time -> {
                  throw new InterruptedException();
                })
            .build()) {
      assertThat(reason(client)).isEqualTo(Reason.INTERRUPTED);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void a_listener_hears_every_answer_as_it_came() {
    server.answers(503, BUSY).answers(" " + ENDPOINT + "\n");
    List<String> heard = new ArrayList<>();

    try (PosthornClient client =
        server.client().responseListener(r -> heard.add(r.status() + " " + r.text())).build()) {
      client.endpoints().get("ep_1");
    }

    assertThat(heard).containsExactly("503 " + BUSY, "200 " + ENDPOINT);
  }

  @Test
  void a_list_is_read_page_by_page_through_empty_pages() {
    server
        .answers("{\"data\":[" + ENDPOINT + "],\"nextCursor\":\"a\",\"incomplete\":[\"b:1\"]}")
        .answers("{\"data\":[],\"nextCursor\":\"b\"}")
        .answers("{\"data\":[" + ENDPOINT.replace("ep_1", "ep_2") + "],\"nextCursor\":null}");

    try (PosthornClient client = server.client().build()) {
      EndpointFilter frozen =
          EndpointFilter.builder().status(EndpointStatus.FROZEN).search("a b").build();

      assertThat(client.endpoints().list(frozen))
          .extracting(endpoint -> endpoint.id())
          .containsExactly("ep_1", "ep_2");
    }
    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/endpoints?status=frozen&q=a+b&limit=100",
            "GET /api/v1/endpoints?status=frozen&q=a+b&limit=100&cursor=a",
            "GET /api/v1/endpoints?status=frozen&q=a+b&limit=100&cursor=b");
  }

  @Test
  void pages_are_read_only_as_far_as_they_are_needed() {
    String page = "{\"data\":[" + ENDPOINT + "," + ENDPOINT + "],\"nextCursor\":\"a\"}";
    server.answers(page).answers(page).answers(page);

    try (PosthornClient client = server.client().build()) {
      PagedList<?> all = client.endpoints().list(EndpointFilter.all()).pageSize(2);

      assertThat(all.stream().findFirst()).isPresent();
      assertThat(server.calls()).hasSize(1);
      assertThat(all.limit(3)).hasSize(3);
    }
    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/endpoints?limit=2",
            "GET /api/v1/endpoints?limit=2",
            "GET /api/v1/endpoints?limit=1&cursor=a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org", "", "127.0.0.1", "http://", "http://a b"})
  void an_address_that_is_none_is_refused(String url) {
    assertThatThrownBy(() -> PosthornClient.builder().url(url))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_key_that_cannot_be_sent_is_refused_and_not_repeated() {
    assertThatThrownBy(() -> PosthornClient.builder().apiKey("se\ncret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The key contains characters that are not allowed in a header.");
  }

  private static Reason reason(PosthornClient client) {
    return catchThrowableOfType(NoAnswerException.class, () -> client.endpoints().get("ep_1"))
        .reason();
  }
}
