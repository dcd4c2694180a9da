package io.posthorn.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SuccessTest {

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 206, 226, 299})
  void success_is_a_2xx(int status) {
    assertThat(Outcome.responded(status, 10).success()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 429, 500})
  void every_other_status_is_a_failure_and_3xx_too(int status) {
    assertThat(Outcome.responded(status, 10).success()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void timeout_refused_dns_tls_blocked_address_and_a_broken_connection_are_failures(
      ErrorKind error) {
    assertThat(Outcome.failed(error, 10, "no reply").success()).isFalse();
  }

  @Test
  void the_kinds_of_error_have_the_words_of_the_contract() {
    assertThat(ErrorKind.values())
        .extracting(ErrorKind::text)
        .containsExactly(
            "timeout", "refused", "dns", "tls", "blocked_address", "connection", "auth");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ok", "{\"error\":\"no\"}", "500 Internal Server Error"})
  void the_body_never_changes_the_outcome(String body) {
    byte[] start = body.getBytes(StandardCharsets.UTF_8);

    assertThat(new Outcome(200, null, 10, "", null, start).success()).isTrue();
    assertThat(new Outcome(500, null, 10, "", null, start).success()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void retry_after_is_honoured_with_429_and_503(int status) {
    assertThat(Outcome.responded(status, 10, "60").honoursRetryAfter()).isTrue();
    assertThat(Outcome.responded(status, 10).honoursRetryAfter()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 301, 400, 404, 428, 430, 500, 502, 504})
  void retry_after_is_ignored_with_any_other_status(int status) {
    assertThat(Outcome.responded(status, 10, "60").honoursRetryAfter()).isFalse();
  }
}
