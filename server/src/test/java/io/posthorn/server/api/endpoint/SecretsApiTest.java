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
  private final ApiFixture fixture = new ApiFixture();
  private final String path =
      "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL) + "/secret";

  SecretsApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String secret(int bytes) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
  }

  private JsonResponse put(String secret) {
    return fixture.call("PUT", fixture.manager, path, "{\"secret\":\"" + secret + "\"}");
  }

  @Test
  void managers_see_the_secret_and_viewers_and_other_customers_do_not() {
    assertThat(fixture.get(fixture.manager, path).at("/secret")).startsWith("whsec_");
    assertThat(fixture.get(fixture.viewer, path).status()).isEqualTo(403);
    assertThat(fixture.get(fixture.otherCustomer, path).status()).isEqualTo(404);
    assertThat(fixture.post(fixture.otherCustomer, path + "/rotate", "{}").status()).isEqualTo(404);
    assertThat(fixture.call("PUT", fixture.otherCustomer, path, "{}").status()).isEqualTo(404);
  }

  @Test
  void a_secret_of_24_to_64_bytes_is_imported() {
    assertThat(put(secret(24)).status()).isEqualTo(200);
    assertThat(put(secret(64)).at("/secret")).isEqualTo(secret(64));
    assertThat(fixture.get(fixture.manager, path).at("/secret")).isEqualTo(secret(64));
    for (String wrong : new String[] {secret(23), secret(65), "whsec_&&&", "hush"}) {
      JsonResponse response = put(wrong);
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.at("/errors/0/pointer")).isEqualTo("/secret");
      assertThat(response.body()).doesNotContain(wrong);
    }
    assertThat(fixture.get(fixture.manager, path).at("/secret")).isEqualTo(secret(64));
  }

  @Test
  void after_a_rotation_both_sign_until_the_overlap_is_over() {
    put(secret(32));

    JsonResponse rotated = fixture.post(fixture.manager, path + "/rotate", "{\"overlap\":\"1h\"}");

    assertThat(rotated.status()).isEqualTo(200);
    assertThat(rotated.at("/secret")).startsWith("whsec_").isNotEqualTo(secret(32));
    assertThat(rotated.at("/previousSecret")).isEqualTo(secret(32));
    assertThat(rotated.at("/previousUntil")).isEqualTo("2026-01-01T01:00:00Z");
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.get(fixture.manager, path).at("/previousSecret")).isEqualTo("null");
  }

  @Test
  void after_two_rotations_within_the_overlap_all_sign_until_their_promised_end() {
    put(secret(32));
    String second =
        fixture.post(fixture.manager, path + "/rotate", "{\"overlap\":\"10h\"}").at("/secret");

    JsonResponse third = fixture.post(fixture.manager, path + "/rotate", "{\"overlap\":\"1h\"}");

    assertThat(third.each("/previousSecrets", "secret")).containsExactly(second, secret(32));
    assertThat(third.each("/previousSecrets", "until"))
        .containsExactly("2026-01-01T01:00:00Z", "2026-01-01T10:00:00Z");
    fixture.pass(Duration.ofHours(2));
    JsonResponse later = fixture.get(fixture.manager, path);
    assertThat(later.each("/previousSecrets", "secret")).containsExactly(secret(32));
    fixture.pass(Duration.ofHours(9));
    assertThat(fixture.get(fixture.manager, path).each("/previousSecrets", "secret")).isEmpty();
  }

  @Test
  void a_sixth_secret_that_would_sign_is_409_and_changes_nothing() {
    for (int i = 0; i < 4; i++) {
      assertThat(fixture.post(fixture.manager, path + "/rotate", "").status()).isEqualTo(200);
    }
    JsonResponse five = fixture.get(fixture.manager, path);
    assertThat(five.each("/previousSecrets", "secret")).hasSize(4);

    JsonResponse sixth = fixture.post(fixture.manager, path + "/rotate", "");

    assertThat(sixth.status()).isEqualTo(409);
    assertThat(sixth.at("/detail")).contains("5 secrets", "2026-01-02T00:00:00Z");
    assertThat(fixture.get(fixture.manager, path).body()).isEqualTo(five.body());
    fixture.pass(Duration.ofHours(24));
    assertThat(fixture.post(fixture.manager, path + "/rotate", "").status()).isEqualTo(200);
  }

  @Test
  void of_two_rotations_at_once_the_later_one_replaces_the_secret_of_the_earlier_one() {
    List<JsonResponse> quicker = new ArrayList<>();
    fixture.engine.before.add(
        () -> quicker.add(fixture.post(fixture.manager, path + "/rotate", "")));

    JsonResponse slower = fixture.post(fixture.manager, path + "/rotate", "");

    assertThat(slower.status()).isEqualTo(200);
    assertThat(slower.at("/previousSecret")).isEqualTo(quicker.getFirst().at("/secret"));
    JsonResponse now = fixture.get(fixture.manager, path);
    assertThat(now.at("/secret")).isEqualTo(slower.at("/secret"));
    assertThat(now.at("/previousSecret")).isEqualTo(quicker.getFirst().at("/secret"));
    assertThat(fixture.get(fixture.admin, "/audit").each("/data", "action"))
        .containsExactly("secret.rotate", "secret.rotate");
  }

  @Test
  void an_imported_secret_is_not_undone_by_a_rotation_that_began_before() {
    fixture.engine.before.add(() -> put(secret(32)));

    JsonResponse rotated = fixture.post(fixture.manager, path + "/rotate", "");

    assertThat(rotated.at("/previousSecret")).isEqualTo(secret(32));
  }

  @Test
  void a_rotation_that_loses_five_races_in_a_row_is_a_conflict_and_changes_nothing() {
    for (int i = 0; i < 5; i++) {
      fixture.engine.before.add(() -> put(secret(32)));
      fixture.engine.before.add(() -> {}); // the other caller's command is not intercepted
    }

    JsonResponse rotated = fixture.post(fixture.manager, path + "/rotate", "");

    assertThat(rotated.status()).isEqualTo(409);
    assertThat(rotated.at("/detail"))
        .isEqualTo("Another request changed this object at the same time; repeat the call.");
    assertThat(fixture.get(fixture.manager, path).at("/secret")).isEqualTo(secret(32));
    assertThat(fixture.post(fixture.manager, path + "/rotate", "").status()).isEqualTo(200);
  }

  @Test
  void an_overlap_is_24_hours_by_default_and_at_most_30_days() {
    assertThat(fixture.post(fixture.manager, path + "/rotate", "").at("/previousUntil"))
        .isEqualTo("2026-01-02T00:00:00Z");
    JsonResponse wrong = fixture.post(fixture.manager, path + "/rotate", "{\"overlap\":\"31d\"}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("/overlap");
  }
}
