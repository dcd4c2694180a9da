package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code auth.signatures} of an endpoint, and its public keys. */
class SignaturesApiTest {
  private static final String BOTH = "{\"auth\":{\"signatures\":[\"v1\",\"v1a\"]}}";

  private final ApiFixture fixture = new ApiFixture();
  private final String path = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  private final Subscription subscription = fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse patch(String body) {
    return fixture.call("PATCH", fixture.manager, path, body);
  }

  private JsonResponse secret() {
    return fixture.get(fixture.manager, path + "/secret");
  }

  @Test
  void v1_is_the_default_and_has_no_public_key() {
    JsonResponse endpoint = fixture.get(fixture.viewer, path);
    assertThat(endpoint.at("/auth/signatures")).isEqualTo("[\"v1\"]");
    assertThat(endpoint.at("/auth/publicKey")).isEqualTo("null");
    assertThat(endpoint.at("/auth/previousPublicKeys")).isEqualTo("[]");
  }

  @Test
  void v1a_gets_a_key_whose_public_half_viewers_read_and_whose_private_half_is_never_shown() {
    String before = secret().at("/secret");

    JsonResponse changed = patch("{\"auth\":{\"signatures\":[\"v1a\"]}}");

    assertThat(changed.at("/auth/signatures")).isEqualTo("[\"v1a\"]");
    String key = changed.at("/auth/publicKey");
    assertThat(key).startsWith("whpk_");
    assertThat(Base64.getDecoder().decode(key.substring(5))).hasSize(32);
    assertThat(fixture.get(fixture.viewer, path).at("/auth/publicKey")).isEqualTo(key);
    assertThat(secret().at("/secret")).isEqualTo(before);
    assertThat(secret().body() + changed.body()).doesNotContain("whsk_");
    assertThat(fixture.get(fixture.producer, path).status()).isEqualTo(403);
    assertThat(fixture.get(fixture.otherCustomer, path).status()).isEqualTo(404);
  }

  @Test
  void the_key_stays_while_v1a_is_off_and_when_a_secret_is_imported() {
    String key = patch(BOTH).at("/auth/publicKey");
    assertThat(patch("{\"auth\":null}").at("/auth/publicKey")).isEqualTo("null");
    assertThat(patch(BOTH).at("/auth/publicKey")).isEqualTo(key);

    String imported = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    fixture.call("PUT", fixture.manager, path + "/secret", "{\"secret\":\"" + imported + "\"}");

    assertThat(secret().at("/secret")).isEqualTo(imported);
    assertThat(fixture.get(fixture.viewer, path).at("/auth/publicKey")).isEqualTo(key);
  }

  @Test
  void a_private_key_is_imported_and_the_secret_stays() {
    String secret = secret().at("/secret");
    String key =
        "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";

    JsonResponse imported = importSecret(key);

    assertThat(imported.status()).isEqualTo(200);
    assertThat(imported.at("/secret")).isEqualTo(secret);
    assertThat(imported.body()).doesNotContain("whsk_");
    assertThat(patch(BOTH).at("/auth/publicKey"))
        .isEqualTo("whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=");
    assertThat(secret().at("/secret")).isEqualTo(secret);
  }

  @Test
  void a_private_key_with_another_public_key_is_refused_and_not_repeated() {
    String half = Base64.getEncoder().encodeToString(new byte[64]);

    JsonResponse refused = importSecret("whsk_" + half);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("Ed25519").doesNotContain(half);
    assertThat(importSecret("whsk_AAAA").status()).isEqualTo(400);
  }

  private JsonResponse importSecret(String secret) {
    return fixture.call(
        "PUT", fixture.manager, path + "/secret", "{\"secret\":\"" + secret + "\"}");
  }

  @Test
  void a_rotation_replaces_secret_and_key_and_both_earlier_ones_sign_until_its_end() {
    String key = patch(BOTH).at("/auth/publicKey");
    String before = secret().at("/secret");

    JsonResponse rotated =
        fixture.post(fixture.manager, path + "/secret/rotate", "{\"overlap\":\"1h\"}");

    assertThat(rotated.at("/previousSecret")).isEqualTo(before);
    assertThat(rotated.body()).doesNotContain("whsk_");
    JsonResponse during = fixture.get(fixture.viewer, path);
    assertThat(during.at("/auth/publicKey")).startsWith("whpk_").isNotEqualTo(key);
    assertThat(during.at("/auth/previousPublicKeys/0/publicKey")).isEqualTo(key);
    assertThat(during.at("/auth/previousPublicKeys/0/until")).isEqualTo("2026-01-01T01:00:00Z");
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.get(fixture.viewer, path).at("/auth/previousPublicKeys")).isEqualTo("[]");
  }

  @Test
  void a_secret_of_before_v1a_has_no_public_key() {
    fixture.post(fixture.manager, path + "/secret/rotate", "{\"overlap\":\"1h\"}");
    JsonResponse changed = patch(BOTH);
    assertThat(changed.at("/auth/publicKey")).startsWith("whpk_");
    assertThat(changed.at("/auth/previousPublicKeys")).isEqualTo("[]");
    assertThat(secret().at("/previousSecret")).startsWith("whsec_");
  }

  @Test
  void a_rotation_at_the_same_time_does_not_lose_the_key() {
    fixture.engine.before.add(
        () -> fixture.post(fixture.manager, path + "/secret/rotate", "{\"overlap\":\"1h\"}"));

    JsonResponse changed = patch(BOTH);

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.at("/auth/publicKey")).startsWith("whpk_");
    assertThat(secret().at("/previousSecret")).startsWith("whsec_");
  }

  @Test
  void a_change_that_is_refused_for_its_client_leaves_no_key_behind() {
    Subscription withToken = subscription.withAuthToken(fixture.box.seal("hush-token"));
    fixture
        .engine
        .executeNow(
            r ->
                new Command.ChangeSubscription(
                    r, withToken, subscription.modifiedAt(), new byte[1]))
        .join();
    String before = secret().body();
    byte[] sealed = sealedSecret();

    JsonResponse refused =
        patch(
            "{\"auth\":{\"signatures\":[\"v1\",\"v1a\"],\"oauth2\":{\"clientId\":\"c\",\"clientSecret\":\"s\","
                + "\"tokenUrl\":\"https://login.example/token\"}}}");

    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.at("/errors/0/pointer")).isEqualTo("/auth/oauth2");
    assertThat(secret().body()).isEqualTo(before);
    assertThat(sealedSecret()).isEqualTo(sealed);
    assertThat(fixture.get(fixture.admin, "/audit").body()).doesNotContain("secret.set");
  }

  private byte[] sealedSecret() {
    return fixture
        .engine
        .reads()
        .endpoint(ApiFixture.OURS, TargetUrl.parse(ApiFixture.URL).endpointOf(ApiFixture.OURS))
        .orElseThrow()
        .secrets()
        .current();
  }

  @Test
  void the_request_of_a_message_names_the_kinds_of_its_signatures() {
    fixture.message("a");
    String message = fixture.get(fixture.viewer, "/messages").each("/data", "id").getFirst();
    patch(BOTH);
    assertThat(
            fixture
                .get(fixture.viewer, "/messages/" + message)
                .at("/request/headers/webhook-signature"))
        .isEqualTo("v1,**** v1a,****");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"signatures\":\"v1\"}",
        "{\"signatures\":[]}",
        "{\"signatures\":[\"v2\"]}",
        "{\"signatures\":[1]}"
      })
  void any_other_value_is_400(String auth) {
    JsonResponse wrong = patch("{\"auth\":" + auth + "}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("/auth/signatures");
  }

  @Test
  void auth_is_an_object_of_known_fields() {
    assertThat(patch("{\"auth\":5}").at("/errors/0/pointer")).isEqualTo("/auth");
    assertThat(patch("{\"auth\":{\"password\":\"hush\"}}").at("/errors/0/pointer"))
        .isEqualTo("/auth/password");
    assertThat(patch("{\"auth\":{\"password\":\"hush\"}}").body()).doesNotContain("hush");
  }
}
