package io.posthorn.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretsApiTest {
  private final ApiStage stage = new ApiStage();
  private final String path =
      "/endpoints/" + stage.endpointId(ApiStage.OURS, ApiStage.URL) + "/secret";

  SecretsApiTest() {
    stage.subscribe(ApiStage.OURS, ApiStage.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private static String secret(int bytes) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
  }

  private Said put(String secret) {
    return stage.call("PUT", stage.manager, path, "{\"secret\":\"" + secret + "\"}");
  }

  @Test
  void managers_see_the_secret_and_viewers_and_other_customers_do_not() {
    assertThat(stage.get(stage.manager, path).at("secret")).startsWith("whsec_");
    assertThat(stage.get(stage.viewer, path).status()).isEqualTo(403);
    assertThat(stage.get(stage.stranger, path).status()).isEqualTo(404);
    assertThat(stage.post(stage.stranger, path + "/rotate", "{}").status()).isEqualTo(404);
    assertThat(stage.call("PUT", stage.stranger, path, "{}").status()).isEqualTo(404);
  }

  @Test
  void a_secret_of_24_to_64_bytes_is_imported() {
    assertThat(put(secret(24)).status()).isEqualTo(200);
    assertThat(put(secret(64)).at("secret")).isEqualTo(secret(64));
    assertThat(stage.get(stage.manager, path).at("secret")).isEqualTo(secret(64));
    for (String wrong : new String[] {secret(23), secret(65), "whsec_&&&", "hush"}) {
      Said said = put(wrong);
      assertThat(said.status()).isEqualTo(400);
      assertThat(said.at("errors/0/pointer")).isEqualTo("/secret");
      assertThat(said.body()).doesNotContain(wrong);
    }
    assertThat(stage.get(stage.manager, path).at("secret")).isEqualTo(secret(64));
  }

  @Test
  void after_a_rotation_both_sign_until_the_overlap_is_over() {
    put(secret(32));

    Said rotated = stage.post(stage.manager, path + "/rotate", "{\"overlap\":\"1h\"}");

    assertThat(rotated.status()).isEqualTo(200);
    assertThat(rotated.at("secret")).startsWith("whsec_").isNotEqualTo(secret(32));
    assertThat(rotated.at("previousSecret")).isEqualTo(secret(32));
    assertThat(rotated.at("previousUntil")).isEqualTo("2026-01-01T01:00:00Z");
    stage.pass(Duration.ofHours(1));
    assertThat(stage.get(stage.manager, path).at("previousSecret")).isEqualTo("null");
  }

  @Test
  void an_overlap_is_24_hours_unless_said_and_at_most_30_days() {
    assertThat(stage.post(stage.manager, path + "/rotate", "").at("previousUntil"))
        .isEqualTo("2026-01-02T00:00:00Z");
    Said wrong = stage.post(stage.manager, path + "/rotate", "{\"overlap\":\"31d\"}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("errors/0/pointer")).isEqualTo("/overlap");
  }
}
