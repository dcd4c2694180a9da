package io.posthorn.server.api.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code auth.oauth2} of an endpoint. */
class OAuth2ApiTest {
  private static final String CLIENT =
      "{\"tokenUrl\":\"https://LOGIN.example/token\",\"clientId\":\"c\",\"clientSecret\":\"hush-1\","
          + "\"scope\":\"a b\",\"audience\":\"https://api.example\"}";

  private final ApiFixture fixture = new ApiFixture();
  private final String path = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  OAuth2ApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse patch(String oauth2) {
    return fixture.call(
        "PATCH", fixture.manager, path, "{\"auth\":{\"oauth2\":%s}}".formatted(oauth2));
  }

  private OAuth2Client stored() {
    EndpointView endpoint =
        fixture
            .engine
            .reads()
            .endpoint(ApiFixture.OURS, TargetUrl.parse(ApiFixture.URL).endpointOf(ApiFixture.OURS))
            .orElseThrow();
    return Objects.requireNonNull(endpoint.settings().options().oauth2());
  }

  private void assertRefused(String oauth2, String pointer) {
    JsonResponse refused = patch(oauth2);
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.at("/code")).isEqualTo("invalid_request");
    assertThat(refused.at("/errors/0/pointer")).isEqualTo(pointer);
    assertThat(refused.body()).doesNotContain("hush");
  }

  @Test
  void it_is_set_shown_without_its_secret_kept_changed_and_cleared() {
    JsonResponse set = patch(CLIENT);
    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(set.at("/auth/oauth2/tokenUrl")).isEqualTo("https://login.example/token");
    assertThat(set.at("/auth/oauth2/clientId")).isEqualTo("c");
    assertThat(set.at("/auth/oauth2/scope")).isEqualTo("a b");
    assertThat(set.at("/auth/oauth2/audience")).isEqualTo("https://api.example");
    assertThat(set.at("/auth/oauth2/noTokenUntil")).isEqualTo("null");
    assertThat(set.body()).doesNotContain("hush");
    assertThat(fixture.get(fixture.viewer, path).at("/auth/oauth2"))
        .isEqualTo(set.at("/auth/oauth2"));
    byte[] sealed = stored().clientSecret();
    assertThat(new String(sealed, UTF_8)).doesNotContain("hush-1");
    assertThat(fixture.box.open(sealed)).isEqualTo("hush-1");

    JsonResponse changed = patch("{\"clientId\":\"d\",\"scope\":null}");
    assertThat(changed.at("/auth/oauth2/clientId")).isEqualTo("d");
    assertThat(changed.at("/auth/oauth2/scope")).isEqualTo("null");
    assertThat(changed.at("/auth/oauth2/audience")).isEqualTo("https://api.example");
    assertThat(stored().clientSecret()).isEqualTo(sealed);

    assertThat(patch("null").at("/auth/oauth2")).isEqualTo("null");
    assertThat(patch(CLIENT).status()).isEqualTo(200);
    JsonResponse reset = fixture.call("PATCH", fixture.manager, path, "{\"auth\":null}");
    assertThat(reset.at("/auth/oauth2")).isEqualTo("null");
  }

  @Test
  void a_new_token_url_needs_the_secret_again() {
    patch(CLIENT);
    assertRefused("{\"tokenUrl\":\"https://evil.example/token\"}", "/auth/oauth2/clientSecret");
    assertThat(stored().tokenUrl()).isEqualTo("https://login.example/token");
    assertThat(patch("{\"tokenUrl\":\"https://login.example/token\"}").status()).isEqualTo(200);
    JsonResponse moved =
        patch("{\"tokenUrl\":\"https://other.example/token\",\"clientSecret\":\"hush-2\"}");
    assertThat(moved.at("/auth/oauth2/tokenUrl")).isEqualTo("https://other.example/token");
    assertThat(fixture.box.open(stored().clientSecret())).isEqualTo("hush-2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | /auth/oauth2",
        "{} | /auth/oauth2/tokenUrl",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":\"c\"} | /auth/oauth2/clientSecret",
        "{\"tokenUrl\":\"https://l.example/\",\"clientSecret\":\"hush\"} | /auth/oauth2/clientId",
        "{\"tokenUrl\":\"ftp://l.example/\",\"clientId\":\"c\",\"clientSecret\":\"hush\"} | /auth/oauth2/tokenUrl",
        "{\"tokenUrl\":\"https://u:hush@l.example/\",\"clientId\":\"c\",\"clientSecret\":\"hush\"} | /auth/oauth2/tokenUrl",
        "{\"tokenUrl\":\"https://10.0.0.1/\",\"clientId\":\"c\",\"clientSecret\":\"hush\"} | /auth/oauth2/tokenUrl",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":7,\"clientSecret\":\"hush\"} | /auth/oauth2/clientId",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":\"c\",\"clientSecret\":\"hush\\r\\n\"} | /auth/oauth2/clientSecret",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":\"c\",\"clientSecret\":\"\"} | /auth/oauth2/clientSecret",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":\"c\",\"clientSecret\":\"hush\",\"scope\":[]} | /auth/oauth2/scope",
        "{\"tokenUrl\":\"https://l.example/\",\"clientId\":\"c\",\"clientSecret\":\"hush\",\"grant\":\"x\"} | /auth/oauth2/grant"
      })
  void mistakes_are_named_and_repeat_no_secret(String oauth2, String pointer) {
    assertRefused(oauth2, pointer);
    assertThat(fixture.get(fixture.viewer, path).at("/auth/oauth2")).isEqualTo("null");
  }

  @Test
  void the_request_of_a_message_shows_that_it_carries_a_token_and_not_the_token() {
    MessageId message = fixture.message("a");
    JsonResponse without = fixture.get(fixture.viewer, "/messages/" + message);
    assertThat(without.body()).doesNotContain("Authorization");

    patch(CLIENT);

    JsonResponse with = fixture.get(fixture.viewer, "/messages/" + message);
    assertThat(with.at("/request/headers/Authorization")).isEqualTo("Bearer ****");
  }

  @Test
  void viewers_and_other_customers_cannot_set_one() {
    String body = "{\"auth\":{\"oauth2\":" + CLIENT + "}}";
    assertThat(fixture.call("PATCH", fixture.viewer, path, body).status()).isEqualTo(403);
    assertThat(fixture.call("PATCH", fixture.producer, path, body).status()).isEqualTo(403);
    assertThat(fixture.call("PATCH", fixture.otherCustomer, path, body).status()).isEqualTo(404);
    assertThat(fixture.get(fixture.otherCustomer, path).status()).isEqualTo(404);
  }
}
