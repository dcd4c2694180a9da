package io.posthorn.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.client.NoResponseException.Reason;
import io.posthorn.client.model.CustomerDetails;
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
    server.responds(ENDPOINT).responds(ENDPOINT);

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
  void an_id_cannot_change_the_path_of_a_call() {
    server.responds(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      client.endpoints().get("../keys?x=1 y");
    }

    assertThat(server.lines()).containsExactly("GET /api/v1/endpoints/..%2Fkeys%3Fx%3D1%20y");
  }

  @Test
  void fields_of_a_newer_server_are_ignored_and_unknown_values_kept_as_text() {
    server.responds("{\"id\":\"ep_1\",\"status\":\"melted\",\"colour\":\"red\"}");

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
    server.responds(
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
              "GET /api/v1/endpoints/ep_1 failed with 400 Bad request: See the errors."
                  + " [/url: url is missing.]");
    }
  }

  @Test
  void an_error_of_a_proxy_keeps_its_body() {
    server.responds(418, "<h1>teapot</h1>");

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.endpoints().get("ep_1"));

      assertThat(error.title()).isEmpty();
      assertThat(error.body()).isEqualTo("<h1>teapot</h1>");
    }
  }

  @Test
  void a_response_that_is_not_json_is_an_error() {
    server.responds("<html>hello</html>");

    try (PosthornClient client = server.client().build()) {
      assertThat(reason(client)).isEqualTo(Reason.INVALID);
    }
  }

  @Test
  void unexpected_json_is_an_error() {
    server.responds("{\"id\":\"ep_1\",\"createdAt\":\"yesterday\"}");

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(NoResponseException.class)
          .hasMessageContaining("Unexpected response from");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void a_busy_server_is_retried(int status) {
    server.responds(status, BUSY).responds(status, BUSY).responds(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      assertThat(client.endpoints().get("ep_1").id()).isEqualTo("ep_1");
    }

    assertThat(server.slept).hasSize(2);
    assertThat(server.slept.getFirst()).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(server.slept.getLast()).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
  }

  @Test
  void retry_after_is_honoured() {
    server.responds(503, BUSY, "7").responds(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      client.endpoints().get("ep_1");
    }

    assertThat(server.slept).containsExactly(Duration.ofSeconds(7));
  }

  @Test
  void a_retry_after_above_the_maximum_is_an_immediate_error() {
    server.responds(503, BUSY, "3600");

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.endpoints().get("ep_1"));

      assertThat(error.retryAfter()).contains(Duration.ofHours(1));
    }
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  void attempts_are_limited() {
    for (int i = 0; i < 6; i++) {
      server.responds(503, BUSY);
    }

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(ApiErrorException.class);
    }
    assertThat(server.calls()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 409, 500, 507})
  void other_errors_are_not_retried(int status) {
    server.responds(status, BUSY);

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.endpoints().get("ep_1"))
          .isInstanceOf(ApiErrorException.class);
    }
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  void a_call_that_is_not_idempotent_is_retried_only_if_nothing_was_done() {
    server.responds(429, BUSY).responds(503, BUSY);

    try (PosthornClient client = server.client().build()) {
      ApiErrorException error =
          catchThrowableOfType(ApiErrorException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.status()).isEqualTo(503);
    }
    assertThat(server.calls()).hasSize(2);
  }

  @Test
  void a_lost_connection_is_retried_for_idempotent_calls() {
    server.closesConnection().responds(ENDPOINT);

    try (PosthornClient client = server.client().build()) {
      assertThat(client.endpoints().enable("ep_1").id()).isEqualTo("ep_1");
    }
    assertThat(server.calls()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void a_lost_connection_is_an_error_for_calls_that_are_not_idempotent() {
    server.closesConnection().closesConnection().closesConnection();

    try (PosthornClient client = server.client().build()) {
      NoResponseException error =
          catchThrowableOfType(NoResponseException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.reason()).isEqualTo(Reason.CONNECTION_LOST);
    }
    assertThat(server.slept).isEmpty();
  }

  @Test
  void a_404_after_a_lost_deletion_counts_as_deleted() {
    server.closesConnection().responds(404, "{}").responds(404, "{}");

    try (PosthornClient client = server.client().build()) {
      client.subscriptions().delete("sub_1");

      assertThatThrownBy(() -> client.subscriptions().delete("sub_2"))
          .isInstanceOf(ApiErrorException.class);
    }
  }

  @Test
  void the_deletion_of_a_customer_whose_response_was_lost_has_a_result() {
    server
        .closesConnection()
        .responds(202, "{\"id\":\"acme\",\"erasing\":{\"erasedEvents\":7}}")
        .responds(503, BUSY)
        .responds(404, "{\"title\":\"Not found\"}");

    try (PosthornClient client = server.client().build()) {
      CustomerDetails underWay = client.customers().delete("acme");
      CustomerDetails gone = client.customers().delete("acme");

      assertThat(underWay.erasing()).isEqualTo(new CustomerDetails.Erasing(7));
      assertThat(gone)
          .isEqualTo(new CustomerDetails("acme", null, false, new CustomerDetails.Erasing(0)));
    }
  }

  @Test
  void the_deletion_of_an_unknown_customer_is_an_error() {
    server.responds(404, "{\"title\":\"Not found\"}");

    try (PosthornClient client = server.client().build()) {
      assertThatThrownBy(() -> client.customers().delete("unknown"))
          .isInstanceOfSatisfying(
              ApiErrorException.class, error -> assertThat(error.status()).isEqualTo(404));
    }
  }

  @Test
  void an_unreachable_server_is_retried_and_then_reported() throws IOException {
    String closed;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = "http://127.0.0.1:" + free.getLocalPort();
    }

    try (PosthornClient client = server.client().url(closed).build()) {
      NoResponseException error =
          catchThrowableOfType(NoResponseException.class, () -> client.messages().replay("msg_1"));

      assertThat(error.reason()).isEqualTo(Reason.NOT_REACHED);
      assertThat(error).hasMessage("Cannot connect to " + closed + ".");
    }
    assertThat(server.slept).hasSize(4);
  }

  @Test
  void an_interrupt_ends_a_call_and_stays_set() {
    server.responds(503, BUSY);

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
  void a_listener_receives_every_response_unchanged() {
    server.responds(503, BUSY).responds(" " + ENDPOINT + "\n");
    List<String> responses = new ArrayList<>();

    try (PosthornClient client =
        server.client().responseListener(r -> responses.add(r.status() + " " + r.text())).build()) {
      client.endpoints().get("ep_1");
    }

    assertThat(responses).containsExactly("503 " + BUSY, "200 " + ENDPOINT);
  }

  @Test
  void a_list_is_read_page_by_page_through_empty_pages() {
    server
        .responds("{\"data\":[" + ENDPOINT + "],\"nextCursor\":\"a\",\"incomplete\":[\"b:1\"]}")
        .responds("{\"data\":[],\"nextCursor\":\"b\"}")
        .responds("{\"data\":[" + ENDPOINT.replace("ep_1", "ep_2") + "],\"nextCursor\":null}");

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
  void pages_are_read_lazily() {
    String page = "{\"data\":[" + ENDPOINT + "," + ENDPOINT + "],\"nextCursor\":\"a\"}";
    server.responds(page).responds(page).responds(page);

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
  void an_invalid_address_is_refused(String url) {
    assertThatThrownBy(() -> PosthornClient.builder().url(url))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_key_that_cannot_be_sent_is_refused_and_not_repeated() {
    assertThatThrownBy(() -> PosthornClient.builder().apiKey("se\ncret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The key contains characters that are not allowed in a header.");
    assertThatThrownBy(() -> PosthornClient.builder().apiKey(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The key is empty.");
  }

  private static Reason reason(PosthornClient client) {
    return catchThrowableOfType(NoResponseException.class, () -> client.endpoints().get("ep_1"))
        .reason();
  }
}
