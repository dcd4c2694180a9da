package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditApiTest {
  private final ApiFixture stage = new ApiFixture();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void every_change_says_who_what_when_and_from_where() {
    stage.post(stage.manager, "/customers/default/delivery/pause", "");

    JsonResponse response = stage.get(stage.admin, "/audit");

    assertThat(response.at("/data/0/who")).isEqualTo("key_manager (manager)");
    assertThat(response.at("/data/0/action")).isEqualTo("delivery.pause");
    assertThat(response.at("/data/0/at")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/data/0/from")).isEqualTo("127.0.0.1");
    assertThat(response.at("/data/0/customerId")).isEqualTo("default");
  }

  @Test
  void what_was_refused_is_not_audited() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
    stage.post(stage.manager, "/messages/" + stage.message("a") + "/replay", "");

    assertThat(stage.get(stage.admin, "/audit").size("/data")).isEqualTo(0);
  }

  @Test
  void an_admin_of_one_customer_sees_that_customers_lines_only() {
    stage.post(stage.admin, "/delivery/pause", "");
    stage.post(stage.stranger, "/customers/other/delivery/pause", "");
    stage.post(stage.manager, "/customers/default/delivery/pause", "");

    assertThat(stage.get(stage.ownAdmin, "/audit").each("/data", "customerId"))
        .containsExactly("default");
    assertThat(stage.get(stage.admin, "/audit").size("/data")).isEqualTo(3);
    assertThat(stage.get(stage.manager, "/audit").status()).isEqualTo(403);
  }

  @Test
  void pages_of_the_audit_stay_stable_while_lines_arrive() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      stage.call("PUT", stage.admin, "/customers/c" + i, null);
      expected.addFirst("c" + i);
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = stage.get(stage.admin, "/audit?limit=2" + cursor);
      seen.addAll(page.each("/data", "target"));
      cursor = "&cursor=" + page.at("/nextCursor");
      stage.call("PUT", stage.admin, "/customers/late" + seen.size(), null);
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsExactlyElementsOf(expected);
    JsonResponse wrong = stage.get(stage.admin, "/audit?cursor=!");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("cursor");
  }
}
