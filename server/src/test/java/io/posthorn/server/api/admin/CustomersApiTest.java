package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CustomersApiTest {
  private final ApiFixture stage = new ApiFixture();

  @AfterEach
  void close() {
    stage.close();
  }

  private JsonResponse put(String id) {
    return stage.call("PUT", stage.admin, "/customers/" + id, null);
  }

  private JsonResponse delete(String id) {
    return stage.call("DELETE", stage.admin, "/customers/" + id, null);
  }

  @Test
  void a_customer_is_made_once_and_left_as_it_is_after_that() {
    assertThat(put("acme").status()).isEqualTo(201);
    assertThat(put("acme").status()).isEqualTo(200);
    JsonResponse response = stage.get(stage.admin, "/customers/acme");
    assertThat(response.at("/createdAt")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/deliveryPaused")).isEqualTo("false");
    assertThat(response.at("/erasing")).isEqualTo("null");
    assertThat(put("-acme").status()).isEqualTo(400);
    assertThat(put("-acme").at("/errors/0/pointer")).isEqualTo("id");
  }

  @Test
  void customers_are_listed_in_pages() {
    put("acme");
    JsonResponse first = stage.get(stage.admin, "/customers?limit=2");
    assertThat(first.each("/data", "id")).containsExactly("acme", "default");
    JsonResponse second =
        stage.get(stage.admin, "/customers?limit=2&cursor=" + first.at("/nextCursor"));
    assertThat(second.each("/data", "id")).containsExactly("other");
    assertThat(second.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void deleting_a_customer_erases_all_it_has_but_the_audit_line() {
    stage.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    stage.post(ApiFixture.THEIRS, "a");

    assertThat(delete(ApiFixture.THEIRS).status()).isEqualTo(202);

    assertThat(stage.get(stage.admin, "/customers/" + ApiFixture.THEIRS).status()).isEqualTo(404);
    assertThat(stage.get(stage.stranger, "/messages").status()).isEqualTo(401);
    assertThat(stage.get(stage.admin, "/audit").at("/data/0/action")).isEqualTo("customer.erase");
    assertThat(stage.get(stage.admin, "/audit").at("/data/0/customerId"))
        .isEqualTo(ApiFixture.THEIRS);
  }

  @Test
  void the_last_customer_cannot_be_deleted_and_an_unknown_one_is_404() {
    delete(ApiFixture.THEIRS);

    assertThat(delete(ApiFixture.OURS).status()).isEqualTo(409);
    assertThat(delete("nobody").status()).isEqualTo(404);
    put("acme");
    assertThat(delete(ApiFixture.OURS).status()).isEqualTo(202);
  }

  @Test
  void only_admins_of_all_customers_see_or_change_customers() {
    for (String key : List.of(stage.ownAdmin, stage.manager, stage.viewer)) {
      assertThat(stage.get(key, "/customers").status()).isEqualTo(403);
      assertThat(stage.get(key, "/customers/default").status()).isEqualTo(403);
      assertThat(stage.call("PUT", key, "/customers/acme", null).status()).isEqualTo(403);
      assertThat(stage.call("DELETE", key, "/customers/other", null).status()).isEqualTo(403);
    }
  }
}
