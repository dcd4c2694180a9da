package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EchoedSecretsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "you sent Bearer tok-12345678!          | you sent Bearer ************!",
        "tok-12345678 and tok-12345678          | ************ and ************",
        "X-Static: header-87654321              | X-Static: ***************",
        "cut off at the end: tok-1234           | cut off at the end: ********",
        "cut off too early to be told: tok-123  | cut off too early to be told: tok-123",
        "application/json, short                | application/json, short",
        "ok                                     | ok",
      })
  void what_was_secret_in_the_request_is_covered_in_the_response(String said, String kept) {
    HttpRequest request = new BasicHttpRequest("POST", "/");
    request.addHeader("Content-Type", "application/json");
    request.addHeader("Authorization", "Bearer tok-12345678");
    request.addHeader("X-Static", "header-87654321");
    request.addHeader("X-Short", "short");

    assertThat(EchoedSecrets.cover(said.getBytes(ISO_8859_1), request))
        .asString(ISO_8859_1)
        .isEqualTo(kept);
  }
}
