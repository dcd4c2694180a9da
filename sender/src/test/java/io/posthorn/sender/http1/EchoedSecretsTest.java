package io.posthorn.sender.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        "cut off too early to be seen: tok-123  | cut off too early to be seen: tok-123",
        "application/json, short                | application/json, short",
        "ok                                     | ok",
      })
  void secrets_of_the_request_are_masked_in_the_response(String sent, String kept) {
    List<String> secrets = List.of("tok-12345678", "header-87654321", "short");

    assertThat(EchoedSecrets.cover(sent.getBytes(ISO_8859_1), secrets))
        .asString(ISO_8859_1)
        .isEqualTo(kept);
  }
}
