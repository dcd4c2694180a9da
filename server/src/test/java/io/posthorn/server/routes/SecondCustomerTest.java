package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.JsonResponse;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A second customer breaks nothing that worked with one: a key for all customers that names none
 * means {@code default}.
 */
final class SecondCustomerTest {
  private static final String DEFAULT = "default";
  private static final String EVENTS = "/api/v1/events";

  @Test
  void each_call_of_a_key_for_all_customers_responds_with_a_second_customer_as_it_did_with_one() {
    NavigableMap<String, Integer> alone = responses(false);
    NavigableMap<String, Integer> withSecond = responses(true);

    assertThat(alone.values()).allMatch(status -> status < 300);
    assertThat(withSecond).isEqualTo(alone);
  }

  /** The status of each call that a customer can be named for, made without naming one. */
  private static NavigableMap<String, Integer> responses(boolean second) {
    NavigableMap<String, Integer> responses = new TreeMap<>();
    try (FullApiFixture api = new FullApiFixture()) {
      api.customer(DEFAULT);
      CustomerFixture fixture = CustomerFixture.create(api, DEFAULT);
      if (second) {
        api.customer("second");
      }
      String admin = api.key(Role.ADMIN, null);
      for (Operation call : ApiContract.DOCUMENTED.operations().keySet()) {
        if (AccessMatrix.namesCustomer(call.toString()) && isRepeatable(call)) {
          String event = Drafts.event("e").replace("{\"id\"", "{\"customerId\":\"default\",\"id\"");
          String body =
              Drafts.of(
                  call,
                  event,
                  Drafts.subscription("b", "TASK"),
                  Drafts.subscription("c", "TASK"),
                  DEFAULT);
          String path = fixture.path(call.path());
          responses.put(
              call.toString(), api.call(call.method(), path, admin, "", body).statusCode());
        }
      }
    }
    return responses;
  }

  /** Calls that neither remove what others need nor depend on a receiver. */
  private static boolean isRepeatable(Operation call) {
    return !call.method().equals("DELETE")
        && !call.path().endsWith("/test")
        && !call.path().endsWith("/replay")
        && !call.path().endsWith("/cancel")
        && !call.path().endsWith("/retry");
  }

  @Test
  void each_event_names_its_customer_once_there_is_a_second_one() {
    try (FullApiFixture api = new FullApiFixture()) {
      api.customer(DEFAULT);
      String producer = api.key(Role.PRODUCER, null);

      JsonResponse alone = post(api, producer, "", Drafts.event("a"));
      api.customer("second");
      JsonResponse unnamed = post(api, producer, "", Drafts.event("b"));
      JsonResponse named =
          post(api, producer, "", Drafts.event("c").replace("{", "{\"customerId\":\"second\","));
      JsonResponse byHeader = post(api, producer, "second", Drafts.event("d"));

      assertThat(alone.status()).isEqualTo(202);
      assertThat(unnamed.status()).isEqualTo(400);
      assertThat(unnamed.pointers()).containsExactly("/customerId");
      assertThat(named.status()).isEqualTo(202);
      assertThat(byHeader.status()).isEqualTo(202);
    }
  }

  @Test
  void a_customer_that_is_being_erased_is_no_second_one() {
    try (FullApiFixture api = new FullApiFixture()) {
      api.customer(DEFAULT);
      api.customer("second");
      String producer = api.key(Role.PRODUCER, null);
      assertThat(post(api, producer, "", Drafts.event("a")).status()).isEqualTo(400);

      api.engine.longWorkWaits = true;
      api.engine.executeNow(request -> new Command.EraseCustomer(request, "second")).join();

      assertThat(post(api, producer, "", Drafts.event("b")).status()).isEqualTo(202);
    }
  }

  private static JsonResponse post(FullApiFixture api, String key, String customer, String body) {
    return new JsonResponse(api.call("POST", EVENTS, key, customer, body));
  }

  @Test
  void an_unknown_customer_is_404_named_or_not() {
    try (FullApiFixture api = new FullApiFixture()) {
      api.customer("acme");
      String admin = api.key(Role.ADMIN, null);

      JsonResponse unnamed =
          new JsonResponse(api.call("GET", "/api/v1/subscriptions", admin, "", null));
      JsonResponse named =
          new JsonResponse(api.call("GET", "/api/v1/subscriptions", admin, "unknown", null));

      assertThat(unnamed.status()).isEqualTo(404);
      assertThat(unnamed.at("/code")).isEqualTo("unknown_customer");
      assertThat(unnamed.at("/detail")).contains("X-Customer-Id");
      assertThat(named.status()).isEqualTo(404);
      assertThat(named.at("/detail")).isEqualTo("No customer unknown.");
    }
  }
}
