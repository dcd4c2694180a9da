package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretsApiTest {
  private final ApiFixture stage = new ApiFixture();
  private final String path =
      "/endpoints/" + stage.endpointId(ApiFixture.OURS, ApiFixture.URL) + "/secret";

  SecretsApiTest() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private static String secret(int bytes) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
  }

  private JsonResponse put(String secret) {
    return stage.call("PUT", stage.manager, path, "{\"secret\":\"" + secret + "\"}");
  }

  @Test
  void managers_see_the_secret_and_viewers_and_other_customers_do_not() {
    assertThat(stage.get(stage.manager, path).at("/secret")).startsWith("whsec_");
    assertThat(stage.get(stage.viewer, path).status()).isEqualTo(403);
    assertThat(stage.get(stage.stranger, path).status()).isEqualTo(404);
    assertThat(stage.post(stage.stranger, path + "/rotate", "{}").status()).isEqualTo(404);
    assertThat(stage.call("PUT", stage.stranger, path, "{}").status()).isEqualTo(404);
  }

  @Test
  void a_secret_of_24_to_64_bytes_is_imported() {
    assertThat(put(secret(24)).status()).isEqualTo(200);
    assertThat(put(secret(64)).at("/secret")).isEqualTo(secret(64));
    assertThat(stage.get(stage.manager, path).at("/secret")).isEqualTo(secret(64));
    for (String wrong : new String[] {secret(23), secret(65), "whsec_&&&", "hush"}) {
      JsonResponse response = put(wrong);
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.at("/errors/0/pointer")).isEqualTo("/secret");
      assertThat(response.body()).doesNotContain(wrong);
    }
    assertThat(stage.get(stage.manager, path).at("/secret")).isEqualTo(secret(64));
  }

  @Test
  void after_a_rotation_both_sign_until_the_overlap_is_over() {
    put(secret(32));

    JsonResponse rotated = stage.post(stage.manager, path + "/rotate", "{\"overlap\":\"1h\"}");

    assertThat(rotated.status()).isEqualTo(200);
    assertThat(rotated.at("/secret")).startsWith("whsec_").isNotEqualTo(secret(32));
    assertThat(rotated.at("/previousSecret")).isEqualTo(secret(32));
    assertThat(rotated.at("/previousUntil")).isEqualTo("2026-01-01T01:00:00Z");
    stage.pass(Duration.ofHours(1));
    assertThat(stage.get(stage.manager, path).at("/previousSecret")).isEqualTo("null");
  }

  @Test
  void of_two_rotations_at_once_the_later_one_replaces_the_secret_of_the_earlier_one() {
    List<JsonResponse> quicker = new ArrayList<>();
    stage.engine.before.add(() -> quicker.add(stage.post(stage.manager, path + "/rotate", "")));

    JsonResponse slower = stage.post(stage.manager, path + "/rotate", "");

    assertThat(slower.status()).isEqualTo(200);
    assertThat(slower.at("/previousSecret")).isEqualTo(quicker.getFirst().at("/secret"));
    JsonResponse now = stage.get(stage.manager, path);
    assertThat(now.at("/secret")).isEqualTo(slower.at("/secret"));
    assertThat(now.at("/previousSecret")).isEqualTo(quicker.getFirst().at("/secret"));
    assertThat(stage.get(stage.admin, "/audit").each("/data", "action"))
        .containsExactly("secret.rotate", "secret.rotate");
  }

  @Test
  void an_imported_secret_is_not_undone_by_a_rotation_that_began_before() {
    stage.engine.before.add(() -> put(secret(32)));

    JsonResponse rotated = stage.post(stage.manager, path + "/rotate", "");

    assertThat(rotated.at("/previousSecret")).isEqualTo(secret(32));
  }

  @Test
  void a_rotation_that_others_overtake_five_times_in_a_row_is_told_so_and_changes_nothing() {
    for (int i = 0; i < 5; i++) {
      stage.engine.before.add(() -> put(secret(32)));
      stage.engine.before.add(() -> {}); // their own command passes undisturbed
    }

    JsonResponse rotated = stage.post(stage.manager, path + "/rotate", "");

    assertThat(rotated.status()).isEqualTo(409);
    assertThat(rotated.at("/detail")).isEqualTo("Another request has just changed it; try again.");
    assertThat(stage.get(stage.manager, path).at("/secret")).isEqualTo(secret(32));
    assertThat(stage.post(stage.manager, path + "/rotate", "").status()).isEqualTo(200);
  }

  @Test
  void an_overlap_is_24_hours_unless_said_and_at_most_30_days() {
    assertThat(stage.post(stage.manager, path + "/rotate", "").at("/previousUntil"))
        .isEqualTo("2026-01-02T00:00:00Z");
    JsonResponse wrong = stage.post(stage.manager, path + "/rotate", "{\"overlap\":\"31d\"}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("/overlap");
  }
}
