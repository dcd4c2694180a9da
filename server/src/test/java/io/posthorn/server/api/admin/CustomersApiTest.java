package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CustomersApiTest {
  private final ApiFixture fixture = new ApiFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse put(String id) {
    return fixture.call("PUT", fixture.admin, "/customers/" + id, null);
  }

  private JsonResponse delete(String id) {
    return fixture.call("DELETE", fixture.admin, "/customers/" + id, null);
  }

  @Test
  void creating_a_customer_is_idempotent() {
    assertThat(put("acme").status()).isEqualTo(201);
    assertThat(put("acme").status()).isEqualTo(200);
    JsonResponse response = fixture.get(fixture.admin, "/customers/acme");
    assertThat(response.at("/createdAt")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/deliveryPaused")).isEqualTo("false");
    assertThat(response.at("/erasing")).isEqualTo("null");
    assertThat(put("-acme").status()).isEqualTo(400);
    assertThat(put("-acme").at("/errors/0/pointer")).isEqualTo("id");
  }

  @Test
  void customers_are_listed_in_pages() {
    put("acme");
    JsonResponse first = fixture.get(fixture.admin, "/customers?limit=2");
    assertThat(first.each("/data", "id")).containsExactly("acme", "default");
    JsonResponse second =
        fixture.get(fixture.admin, "/customers?limit=2&cursor=" + first.at("/nextCursor"));
    assertThat(second.each("/data", "id")).containsExactly("other");
    assertThat(second.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void a_cursor_that_no_page_returned_is_400_and_echoed() {
    JsonResponse response = fixture.get(fixture.admin, "/customers?cursor=%21%21");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).containsExactly("cursor");
    assertThat(response.at("/detail")).endsWith("; got \"!!\".");
  }

  @Test
  void customers_that_are_being_erased_are_gone_from_lists_and_statistics_of_all_customers() {
    for (String customer : List.of(ApiFixture.OURS, ApiFixture.THEIRS)) {
      fixture.subscribe(customer, ApiFixture.URL);
      fixture.post(customer, "a");
    }
    fixture.respondToAll(Outcome.responded(200, 20));
    fixture.pass(Duration.ofMinutes(2));
    assertThat(fixture.getAll("/stats").at("/totals/accepted")).isEqualTo("2");

    fixture.engine.longWorkWaits = true;
    delete(ApiFixture.THEIRS);

    assertThat(fixture.get(fixture.admin, "/customers/" + ApiFixture.THEIRS).at("/erasing"))
        .isNotEqualTo("null");
    for (String list : List.of("/messages", "/endpoints")) {
      assertThat(fixture.getAll(list).each("/data", "customerId"))
          .as(list)
          .containsExactly(ApiFixture.OURS);
    }
    assertThat(fixture.getAll("/stats").at("/totals/accepted")).isEqualTo("1");
    assertThat(fixture.getAll("/stats?by=endpoint").size("/endpoints")).isEqualTo(1);
  }

  @Test
  void deleting_a_customer_erases_everything_but_an_audit_entry() {
    fixture.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    fixture.post(ApiFixture.THEIRS, "a");

    assertThat(delete(ApiFixture.THEIRS).status()).isEqualTo(202);

    assertThat(fixture.get(fixture.admin, "/customers/" + ApiFixture.THEIRS).status())
        .isEqualTo(404);
    assertThat(fixture.get(fixture.otherCustomer, "/messages").status()).isEqualTo(401);
    assertThat(fixture.getAll("/audit").at("/data/0/action")).isEqualTo("customer.erase");
    assertThat(fixture.getAll("/audit").at("/data/0/customerId")).isEqualTo(ApiFixture.THEIRS);
  }

  @Test
  void the_last_customer_cannot_be_deleted_and_an_unknown_one_is_404() {
    delete(ApiFixture.THEIRS);

    assertThat(delete(ApiFixture.OURS).status()).isEqualTo(409);
    assertThat(delete("unknown").status()).isEqualTo(404);
    put("acme");
    assertThat(delete(ApiFixture.OURS).status()).isEqualTo(202);
  }

  @Test
  void only_admins_of_all_customers_see_or_change_customers() {
    for (String key : List.of(fixture.ownAdmin, fixture.manager, fixture.viewer)) {
      assertThat(fixture.get(key, "/customers").status()).isEqualTo(403);
      assertThat(fixture.get(key, "/customers/default").status()).isEqualTo(403);
      assertThat(fixture.call("PUT", key, "/customers/acme", null).status()).isEqualTo(403);
      assertThat(fixture.call("DELETE", key, "/customers/other", null).status()).isEqualTo(403);
    }
  }
}
