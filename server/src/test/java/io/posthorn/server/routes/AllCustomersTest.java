package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.JsonResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and statistics of all customers together, with {@code X-Customer-Id: *}. */
final class AllCustomersTest {
  private static final String ALL = "*";

  private final FullApiFixture api = new FullApiFixture(true);
  private final String admin = api.key(Role.ADMIN, null);
  private final CustomerFixture acme = customer("acme");
  private final CustomerFixture beta = customer("beta");

  private CustomerFixture customer(String id) {
    api.customer(id);
    return CustomerFixture.create(api, id);
  }

  @AfterEach
  void close() {
    api.close();
  }

  private JsonResponse get(String path, String key, String customer) {
    return new JsonResponse(api.call("GET", "/api/v1" + path, key, customer, null));
  }

  /** Reads all pages of a list, one entry each, and returns a field of each entry. */
  private List<String> paged(String path, String field) {
    List<String> found = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonResponse page = get(path + "?limit=1" + cursor, admin, ALL);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      found.addAll(page.each("/data", field));
      if (page.at("/nextCursor").equals("null")) {
        return found;
      }
      cursor = "&cursor=" + page.at("/nextCursor");
    }
  }

  @ParameterizedTest
  @CsvSource({"/messages,2", "/events,2", "/endpoints,1", "/subscriptions,1"})
  void a_list_shows_all_customers_in_the_order_of_their_ids(String path, int ofEach) {
    List<String> expected = new ArrayList<>();
    for (String customer : List.of("acme", "beta")) {
      for (int i = 0; i < ofEach; i++) {
        expected.add(customer);
      }
    }

    assertThat(paged(path, "customerId")).isEqualTo(expected);
    assertThat(get(path, admin, ALL).each("/data", "customerId")).isEqualTo(expected);
    assertThat(get(path, admin, "beta").each("/data", "customerId")).containsOnly("beta");
  }

  @Test
  void statistics_add_up_all_customers() {
    api.engine.goTo(api.engine.now() + 60_000);

    JsonResponse all = get("/stats", admin, ALL);
    JsonResponse each = get("/stats?by=endpoint", admin, ALL);

    assertThat(all.at("/totals/accepted")).isEqualTo("4");
    assertThat(all.at("/totals/delivered")).isEqualTo("3");
    assertThat(get("/stats", admin, "acme").at("/totals/accepted")).isEqualTo("2");
    assertThat(each.each("/endpoints", "endpoint"))
        .containsExactly(acme.endpoint(), beta.endpoint());
  }

  @Test
  void a_page_of_customers_reads_no_further_one_after_10_000_endpoints() {
    for (int i = 0; i < 9_999; i++) {
      Subscription one =
          SubscriptionDraft.parse(
                  "{\"objCode\":\"A\",\"eventType\":\"*\",\"url\":\"https://a.example/%d\"}"
                      .formatted(i)
                      .getBytes(StandardCharsets.UTF_8))
              .create(new SubscriptionId(7, i + 1), "acme", null, 0);
      api.engine.executeNow(r -> new Command.CreateSubscription(r, one, new byte[1])).join();
    }

    JsonResponse first = get("/overview/customers", admin, ALL);
    JsonResponse second = get("/overview/customers?cursor=" + first.at("/nextCursor"), admin, ALL);

    assertThat(first.each("/data", "customerId")).containsExactly("acme");
    assertThat(second.each("/data", "customerId")).startsWith("beta");
    assertThat(second.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void only_keys_for_all_customers_and_only_lists_take_it() {
    String own = api.key(Role.ADMIN, "acme");

    assertThat(get("/messages", own, ALL).status()).isEqualTo(404);
    assertThat(get("/messages?cursor=" + acme.ended(), admin, ALL).status()).isEqualTo(400);
    assertThat(get("/messages/" + acme.ended(), admin, ALL).status()).isEqualTo(400);
    assertThat(get("/stats?endpoint=" + acme.endpoint(), admin, ALL).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/overview",
        "/api/v1/messages/msg_x",
        "/attask/eventsubscription/api/v1/subscriptions",
        "/attask/eventsubscription/api/v1/subscriptions/list"
      })
  void calls_about_one_customer_refuse_it_and_say_so(String path) {
    JsonResponse response = new JsonResponse(api.call("GET", path, admin, ALL, null));

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/detail"))
        .isEqualTo(
            "X-Customer-Id must name one customer for this call; * is for lists and statistics.");
  }

  @Test
  void keys_of_a_named_customer_are_its_own_and_an_unknown_one_is_404() {
    assertThat(get("/keys", admin, "acme").each("/data", "customerId")).containsOnly("acme");
    assertThat(get("/keys", admin, ALL).each("/data", "customerId"))
        .contains("acme", "beta", "*")
        .isEqualTo(get("/keys", admin, "").each("/data", "customerId"));
    assertThat(get("/keys", admin, "unknown").status()).isEqualTo(404);
    assertThat(get("/audit", admin, "unknown").status()).isEqualTo(404);
  }

  @Test
  void keys_and_subscriptions_page_like_every_list() {
    List<String> keys = paged("/keys", "id");

    assertThat(keys).doesNotHaveDuplicates().contains(acme.key(), beta.key());
    assertThat(get("/keys", admin, "").each("/data", "id")).isEqualTo(keys);
    assertThat(get("/keys?cursor=nonsense", admin, "").status()).isEqualTo(400);
    assertThat(get("/keys?limit=0", admin, "").status()).isEqualTo(400);
    assertThat(get("/stats?limit=0", admin, "acme").status()).isEqualTo(400);
    assertThat(get("/subscriptions?endpoint=" + acme.endpoint(), admin, "acme").each("/data", "id"))
        .containsExactly(acme.subscription());
    assertThat(get("/subscriptions?endpoint=" + beta.endpoint(), admin, "acme").each("/data", "id"))
        .isEmpty();
    assertThat(get("/subscriptions?endpoint=x", admin, "acme").status()).isEqualTo(400);
  }
}
