package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request id: in every response, and in the log of an internal error. */
final class RequestIdTest {
  private static final String EVENTS = "/api/v1/events";
  private static final String EVENT = "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\"}";
  private static final String MADE = "[0-9a-f]{16}";

  private final LiveApi api = new LiveApi().with("default");
  private final String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "4bf92f35-77b3.4da6:A_3", "0b8c6c2e-38d4-4a57-9a3e-2f1d6f8f8c11"})
  void a_callers_own_id_is_returned_in_every_response(String own) {
    assertThat(call("POST", EVENTS, EVENT, own).status()).isEqualTo(202);
    assertThat(id(call("POST", EVENTS, EVENT, own))).isEqualTo(own);
    assertThat(id(call("POST", EVENTS, "no JSON", own))).isEqualTo(own);
    assertThat(id(call("GET", "/nothing", null, own))).isEqualTo(own);
    assertThat(id(call("PUT", EVENTS, null, own))).isEqualTo(own);
    assertThat(id(api.call("GET", EVENTS, "wrong", null, "X-Request-Id", own))).isEqualTo(own);
  }

  @Test
  void a_call_without_an_id_gets_a_unique_one() {
    JsonResponse one = api.call("GET", EVENTS, key, null);
    JsonResponse other = api.call("GET", EVENTS, key, null);

    assertThat(id(one)).matches(MADE).isNotEqualTo(id(other));
    assertThat(id(other)).matches(MADE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "a,b", "a\"b", "<script>", "a/b", "a=b", ""})
  void an_id_that_is_not_a_plain_token_is_replaced(String bad) {
    assertThat(id(call("GET", EVENTS, null, bad))).matches(MADE);
  }

  @Test
  void it_may_have_128_characters() {
    String longest = "x".repeat(128);

    assertThat(id(call("GET", EVENTS, null, longest))).isEqualTo(longest);
    assertThat(id(call("GET", EVENTS, null, longest + "x"))).matches(MADE);
  }

  @Test
  void malformed_http_gets_one_too() throws IOException {
    RawCall call = RawCall.untilClosed(api.port(), "nonsense\r\n\r\n");

    assertThat(call.response()).containsPattern("(?i)X-Request-Id: " + MADE);
  }

  @Test
  void an_internal_error_names_it_in_the_response_and_the_log() {
    api.engine.refusal = new IllegalStateException("a bug");

    JsonResponse response = call("POST", EVENTS, EVENT, "order-66");

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.at("/detail")).isEqualTo("Internal error, logged as request order-66.");
    assertThat(response.body()).doesNotContain("a bug");
    assertThat(api.unexpectedRequests).containsExactly("order-66");
  }

  private JsonResponse call(String method, String path, @Nullable String body, String id) {
    return api.call(method, path, key, body, "X-Request-Id", id);
  }

  private static String id(JsonResponse response) {
    return response.header("X-Request-Id").orElseThrow();
  }
}
