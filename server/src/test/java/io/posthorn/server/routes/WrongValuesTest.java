package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong value is echoed, so that the caller finds it; a secret never is. */
final class WrongValuesTest {
  private final FullApiFixture api = new FullApiFixture();
  private final String admin = api.key(Role.ADMIN, null);

  WrongValuesTest() {
    api.customer("default");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET  | /messages?endpoint=x | | \"x\"",
        "GET  | /messages?status=x   | | \"x\"",
        "GET  | /messages?cursor=x   | | \"x\"",
        "GET  | /events?cursor=x     | | \"x\"",
        "GET  | /subscriptions?cursor=x | | \"x\"",
        "GET  | /endpoints?cursor=x  | | \"x\"",
        "GET  | /audit?cursor=x      | | \"x\"",
        "GET  | /keys?cursor=x       | | \"x\"",
        "GET  | /settings?cursor=x   | | \"x\"",
        "GET  | /stats?step=1x       | | \"1x\"",
        "GET  | /stats?from=2026-11-15T10:00:00Z&to=2026-11-15T09:00:00Z | |"
            + " \"2026-11-15T09:00:00Z\"",
        "POST | /replays  | {\"status\":\"x\"}   | \"x\"",
        "POST | /replays  | {\"endpoint\":\"ep_00000000000000000000000001\"} |"
            + " \"ep_00000000000000000000000001\"",
        "POST | /retries  | {\"objId\":7}      | 7",
        "POST | /retries  | {\"objId\":\"\"}     | \"\"",
        "POST | /cancellations | {\"from\":\"x\"} | \"x\"",
        "POST | /keys     | {\"name\":\"a\",\"role\":\"x\",\"customerId\":\"*\"} | \"x\"",
        "POST | /events   | {\"objCode\":7,\"eventType\":\"U\"}   | 7",
        "POST | /events   | {\"objCode\":[],\"eventType\":\"U\"}  | an array",
        "POST | /events   | {\"objCode\":\"A\",\"eventType\":\"U\",\"newState\":7} | 7",
        "POST | /events   | {\"objCode\":\"A\",\"eventType\":\"U\",\"customerId\":\"x\"} | \"x\"",
        "POST | /events   | [7] | 7",
        "POST | /subscriptions | {\"objCode\":7,\"eventType\":\"U\",\"url\":\"https://a.example/\"}"
            + " | 7",
        "POST | /subscriptions |"
            + " {\"objCode\":\"A\",\"eventType\":\"U\",\"url\":\"https://a.example/\",\"filters\":[{\"fieldName\":\"a\",\"fieldValue\":true,\"comparison\":\"gt\"}]}"
            + " | true",
        "POST | /subscriptions |"
            + " {\"objCode\":\"A\",\"eventType\":\"U\",\"url\":\"https://a.example/\",\"filters\":[{\"fieldName\":\"a\",\"fieldValue\":1,\"comparison\":\"is\"}]}"
            + " | \"is\"",
        "PUT  | /customers/-x | | \"-x\"",
      })
  void a_wrong_value_is_echoed(String method, String path, @Nullable String body, String got) {
    JsonResponse response =
        new JsonResponse(api.call(method, "/api/v1" + path, admin, "default", body));

    assertThat(response.status()).as(response.body()).isEqualTo(400);
    assertThat(response.at("/errors/0/detail")).endsWith("; got " + got + ".");
  }

  @Test
  void secrets_and_headers_are_not_echoed() {
    CustomerFixture fixture = CustomerFixture.create(api, "default");
    String endpoint = "/api/v1/endpoints/" + fixture.endpoint();

    for (String value : new String[] {"471147", "[471147]", "\"471147\""}) {
      JsonResponse secret =
          new JsonResponse(
              api.call("PUT", endpoint + "/secret", admin, "", "{\"secret\":" + value + "}"));
      JsonResponse headers =
          new JsonResponse(api.call("PATCH", endpoint, admin, "", "{\"headers\":" + value + "}"));

      assertThat(secret.status()).isEqualTo(400);
      assertThat(secret.body()).doesNotContain("471147");
      assertThat(headers.status()).isEqualTo(400);
      assertThat(headers.body()).doesNotContain("471147");
    }
  }
}
