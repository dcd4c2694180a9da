package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditApiTest {
  private final ApiFixture fixture = new ApiFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void every_change_says_who_what_when_and_from_where() {
    fixture.post(fixture.manager, "/customers/default/delivery/pause", "");

    JsonResponse response = fixture.get(fixture.admin, "/audit");

    assertThat(response.at("/data/0/who")).isEqualTo("key_manager (manager)");
    assertThat(response.at("/data/0/action")).isEqualTo("delivery.pause");
    assertThat(response.at("/data/0/at")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/data/0/from")).isEqualTo("127.0.0.1");
    assertThat(response.at("/data/0/customerId")).isEqualTo("default");
  }

  @Test
  void refused_calls_are_not_audited() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    fixture.post(fixture.manager, "/messages/" + fixture.message("a") + "/replay", "");

    assertThat(fixture.get(fixture.admin, "/audit").size("/data")).isEqualTo(0);
  }

  @Test
  void an_admin_of_one_customer_sees_only_its_entries() {
    fixture.post(fixture.admin, "/delivery/pause", "");
    fixture.post(fixture.otherCustomer, "/customers/other/delivery/pause", "");
    fixture.post(fixture.manager, "/customers/default/delivery/pause", "");

    assertThat(fixture.get(fixture.ownAdmin, "/audit").each("/data", "customerId"))
        .containsExactly("default");
    assertThat(fixture.getAll("/audit").size("/data")).isEqualTo(3);
    assertThat(fixture.get(fixture.manager, "/audit").status()).isEqualTo(403);
  }

  @Test
  void an_admin_of_all_customers_may_name_the_one_whose_entries_to_see() {
    fixture.post(fixture.otherCustomer, "/customers/other/delivery/pause", "");
    fixture.post(fixture.manager, "/customers/default/delivery/pause", "");

    for (String customer : List.of(ApiFixture.OURS, ApiFixture.THEIRS)) {
      assertThat(
              fixture
                  .call("GET", fixture.admin, customer, "/audit", null)
                  .each("/data", "customerId"))
          .containsExactly(customer);
    }
    for (String all : List.of("*", "")) {
      assertThat(fixture.call("GET", fixture.admin, all, "/audit", null).size("/data"))
          .isEqualTo(2);
    }
    assertThat(fixture.call("GET", fixture.admin, "unknown", "/audit", null).status())
        .isEqualTo(404);
  }

  @Test
  void entries_are_selected_by_time_from_the_first_up_to_but_not_at_the_second() {
    for (int i = 0; i < 4; i++) {
      fixture.call("PUT", fixture.admin, "/customers/c" + i, null);
      fixture.pass(Duration.ofMinutes(10));
    }

    assertThat(targets("from=2026-01-01T00:10:00Z")).containsExactly("c3", "c2", "c1");
    assertThat(targets("to=2026-01-01T00:20:00Z")).containsExactly("c1", "c0");
    assertThat(targets("from=2026-01-01T00:10:00Z&to=2026-01-01T00:20:00Z")).containsExactly("c1");
    assertThat(targets("from=2026-01-01T00:20:00Z&to=2026-01-01T00:10:00Z")).isEmpty();
    JsonResponse first = fixture.getAll("/audit?limit=1&from=2026-01-01T00:20:00Z");
    assertThat(targets("from=2026-01-01T00:20:00Z&cursor=" + first.at("/nextCursor")))
        .containsExactly("c2");
    JsonResponse wrong = fixture.getAll("/audit?from=yesterday");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("from");
  }

  private List<String> targets(String query) {
    return fixture.getAll("/audit?" + query).each("/data", "target");
  }

  @Test
  void pages_of_the_audit_stay_stable_while_entries_arrive() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      fixture.call("PUT", fixture.admin, "/customers/c" + i, null);
      expected.addFirst("c" + i);
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = fixture.getAll("/audit?limit=2" + cursor);
      seen.addAll(page.each("/data", "target"));
      cursor = "&cursor=" + page.at("/nextCursor");
      fixture.call("PUT", fixture.admin, "/customers/late" + seen.size(), null);
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsExactlyElementsOf(expected);
    JsonResponse wrong = fixture.get(fixture.admin, "/audit?cursor=!");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("cursor");
  }
}
